import type { Commerce } from '../commerce.ts';

/** A reseller has a sign-in now: mails about their webhook go there, and an order of reseller rights is fulfilled. */
export async function onUserJoined(
  { resellers, orders }: Commerce,
  { resellerId, email }: { resellerId: string | null; email: string },
): Promise<void> {
  if (resellerId === null) return;
  await resellers.updateOne({ _id: resellerId }, { $set: { email } });
  await orders.updateOne({ _id: resellerId, productType: 'reseller_rights' }, { $unset: { tellAgainAt: 1 } });
}
