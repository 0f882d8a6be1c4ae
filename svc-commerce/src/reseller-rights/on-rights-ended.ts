import type { orderRefunded } from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { CommerceContext } from '../context.ts';

/**
 * The money for reseller rights went back: the reseller sells no more. What they sold keeps working, and an admin who
 * activates them again has the last word.
 */
export async function onRightsEnded(
  commerce: CommerceContext,
  { orderId, productType }: PayloadOf<typeof orderRefunded>,
  reason: 'refunded' | 'dispute-lost',
): Promise<void> {
  if (productType !== 'reseller_rights') return;
  const reseller = await commerce.resellers.findById(orderId).lean();
  // The payment is handled by another consumer and may come later; this is delivered again.
  if (!reseller) throw new Error(`the reseller of order ${orderId} is not available`);
  const { businessName, email } = reseller;
  const endedAt = new Date();
  const { modifiedCount } = await commerce.resellers.updateOne(
    { _id: orderId, rightsEndedAt: null },
    {
      $set: { isActive: false, rightsEndedAt: endedAt },
      $push: {
        outbox: outboxEntry(resellerRightsEnded, `reseller-rights-ended:${orderId}`, {
          resellerId: orderId,
          businessName,
          email,
          reason,
          endedAt: endedAt.toISOString(),
        }),
      },
    },
  );
  if (modifiedCount === 0) return;
  commerce.relay.flush();
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Reseller deactivated: the payment of their rights was taken back',
    data: { resellerId: orderId, orderId, reason },
  });
}
