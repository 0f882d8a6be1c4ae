import type { CommerceContext } from '../context.ts';
import { storeEmail } from '../resellers/store-email.ts';

/** A reseller has a sign-in now: mails about their webhook go there, and an order of reseller rights is fulfilled. */
export async function onUserJoined(
  commerce: CommerceContext,
  { resellerId, ...user }: { resellerId: string | null; email: string; emailRevision?: number | undefined },
): Promise<void> {
  if (resellerId === null) return;
  await storeEmail(commerce, resellerId, user);
  await settleRights(commerce, resellerId);
}

/** An order of reseller rights is fulfilled, or never will be by itself: it is not published again. */
export async function settleRights({ orders }: CommerceContext, orderId: string): Promise<void> {
  await orders.updateOne({ _id: orderId, productType: 'reseller_rights' }, { $unset: { republishAt: 1 } });
}
