import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { CommerceContext } from '../context.ts';
import { fulfilOrder } from '../orders/fulfil-order.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Puts the key on the order, then sends the order's webhooks. Licenses without an order are ignored. */
export async function onLicenseIssued(
  commerce: CommerceContext,
  { orderId, licenseId, sealedLicenseKey }: PayloadOf<typeof licenseIssued>,
): Promise<void> {
  if (orderId === null) return;
  await queueDeliveries(commerce, await fulfilOrder(commerce, orderId, { licenseId, sealedLicenseKey }));
}
