import type { orderRefunded } from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { CommerceContext } from '../context.ts';
import { paymentStatusOf, type PaymentStatus } from '../orders/payment-facts.ts';

type RefundedOrder = PayloadOf<typeof orderRefunded>;
type Reason = 'refunded' | 'dispute-lost';

/**
 * Deactivates a reseller whose reseller rights were refunded. Licenses that they sold keep working. An admin may
 * activate them again.
 */
export async function onRightsEnded(
  commerce: CommerceContext,
  payment: RefundedOrder,
  reason: Reason,
): Promise<void> {
  const { orderId, productType, revision } = payment;
  if (productType !== 'reseller_rights') return;
  const reseller = await commerce.resellers.findById(orderId).lean();
  // Another consumer handles the payment and may be later; NATS delivers this event again.
  if (!reseller) throw new Error(`the reseller of order ${orderId} is not available`);
  if (reseller.rightsEndedAt) return;
  // If the refund has failed by now, there is nothing to end.
  if ((await findEnd(commerce, orderId)) === null) return;
  const { businessName, email, isActive } = reseller;
  const endedAt = new Date();
  const { modifiedCount } = await commerce.resellers.updateOne(
    { _id: orderId, rightsEndedAt: null, isActive },
    {
      $set: { isActive: false, rightsEndedAt: endedAt, isActiveWithRights: isActive },
      $push: {
        outbox: outboxEntry(resellerRightsEnded, `reseller-rights-ended:${orderId}:${revision}`, {
          resellerId: orderId,
          businessName,
          email,
          reason,
          endedAt: endedAt.toISOString(),
        }),
      },
    },
  );
  // Retry, because an admin changed the reseller in the meantime or this event was delivered twice.
  if (modifiedCount === 0) return onRightsEnded(commerce, payment, reason);
  commerce.relay.flush(commerce.resellers);
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Reseller deactivated: the payment for their rights was refunded or disputed',
    nextStep:
      'Licenses that they sold keep working. Activate them in Reseller Management if this is a mistake.',
    data: { resellerId: orderId, orderId, reason },
  });
  // The refund may have failed in the meantime. That event did nothing, because there was nothing to restore.
  if ((await findEnd(commerce, orderId)) === null) await onRightsRestored(commerce, payment);
}

/**
 * Restores the rights after a failed refund. The reseller gets the state that an admin chose last, active by default.
 */
export async function onRightsRestored(commerce: CommerceContext, payment: RefundedOrder): Promise<void> {
  const { orderId, productType } = payment;
  if (productType !== 'reseller_rights' || (await findEnd(commerce, orderId))) return;
  const reseller = await commerce.resellers.findById(orderId).lean();
  if (!reseller?.rightsEndedAt || reseller.deletedAt) return;
  const { rightsEndedAt, isActiveWithRights } = reseller;
  const isActive = isActiveWithRights ?? true;
  const { modifiedCount } = await commerce.resellers.updateOne(
    { _id: orderId, rightsEndedAt, deletedAt: null, isActiveWithRights: isActiveWithRights ?? null },
    { $set: { isActive, rightsEndedAt: null } },
  );
  if (modifiedCount === 0) return onRightsRestored(commerce, payment);
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: `The refund of reseller rights failed: the reseller is ${isActive ? 'active again' : 'still inactive'}`,
    nextStep: isActive
      ? undefined
      : 'The reseller has paid. Activate them in Reseller Management if they should sell.',
    data: { resellerId: orderId, orderId },
  });
  // The payment may have been refunded in the meantime. That event did nothing, because the rights had already ended.
  const reason = await findEnd(commerce, orderId);
  if (reason) await onRightsEnded(commerce, payment, reason);
}

const ENDS: Partial<Record<PaymentStatus, Reason>> = { refunded: 'refunded', lost: 'dispute-lost' };

/** Why an order was refunded; null if it was not, undefined if there is no such order. */
async function findEnd(
  commerce: Pick<CommerceContext, 'orders'>,
  orderId: string,
): Promise<Reason | null | undefined> {
  const order = await commerce.orders.findById(orderId, { facts: 1, money: 1 }).lean();
  return order ? (ENDS[paymentStatusOf(order.facts, order.money.amountMinor)] ?? null) : undefined;
}
