import type { orderWebhookDue } from '@leadping/contracts/commerce/order-webhook-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseRevoked } from '@leadping/contracts/licensing/license-events';
import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import type { CommerceContext } from '../context.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Queues the webhooks of a refund or dispute. */
export async function onOrderWebhookDue(
  commerce: CommerceContext,
  { orderId, changeId, changedAt, change }: PayloadOf<typeof orderWebhookDue>,
): Promise<void> {
  const order = await commerce.orders.findById(orderId, { resellerId: 1 }).orFail().lean();
  await queueDeliveries(commerce, order, { id: changeId, change, changedAt: new Date(changedAt) });
}

/**
 * Queues the webhooks of a license that was revoked, suspended or reinstated. Licenses without an order are ignored.
 * @param eventId names the change
 */
export async function onLicenseChanged(
  commerce: CommerceContext,
  { orderId, cause = 'other', changedAt }: PayloadOf<typeof licenseRevoked>,
  status: LicenseStatus,
  eventId: string,
): Promise<void> {
  const order = orderId && (await commerce.orders.findById(orderId, { resellerId: 1 }).lean());
  if (!order) return;
  const event = status === 'active' ? 'license.reinstated' : 'license.revoked';
  await queueDeliveries(commerce, order, {
    id: eventId,
    change: { event, status, cause },
    changedAt: new Date(changedAt ?? commerce.clock.now()),
  });
}
