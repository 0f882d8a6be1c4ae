import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { CommerceContext } from '../context.ts';
import { queueDeliveries } from '../order-webhooks/queue-deliveries.ts';

/** Puts the key on the order, then sends the order's webhooks. Licenses that no order bought are none of this. */
export async function onLicenseIssued(
  commerce: CommerceContext,
  { orderId, licenseId, sealedLicenseKey }: PayloadOf<typeof licenseIssued>,
): Promise<void> {
  if (orderId === null) return;
  await commerce.orders.updateOne(
    { _id: orderId, sealedLicenseKey: null },
    { $set: { sealedLicenseKey, licenseId }, $unset: { republishAt: 1 } },
  );
  const order = await commerce.orders.findById(orderId).orFail().lean();
  await queueDeliveries(commerce, order);
}
