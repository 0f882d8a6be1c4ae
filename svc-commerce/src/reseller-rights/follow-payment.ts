import type { orderRefunded } from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { CommerceContext } from '../context.ts';
import { paymentStatusOf } from '../orders/payment-facts.ts';

type PaymentStatus = PayloadOf<typeof orderRefunded>;

/**
 * The money for reseller rights went back: the reseller sells no more. What they sold keeps working, and an admin who
 * activates them again has the last word.
 */
export async function onRightsEnded(
  commerce: CommerceContext,
  { orderId, productType, revision }: PaymentStatus,
  reason: 'refunded' | 'dispute-lost',
): Promise<void> {
  if (productType !== 'reseller_rights') return;
  const reseller = await commerce.resellers.findById(orderId).lean();
  // The payment is handled by another consumer and may come later; this is delivered again.
  if (!reseller) throw new Error(`the reseller of order ${orderId} is not available`);
  // By now the refund may have failed; then its event was handled, or will be, and there is nothing to end.
  if ((await isTakenBack(commerce, orderId)) === false) return;
  const { businessName, email, isActive } = reseller;
  const endedAt = new Date();
  const { modifiedCount } = await commerce.resellers.updateOne(
    { _id: orderId, rightsEndedAt: null },
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
  if (modifiedCount === 0) return;
  commerce.relay.flush();
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Reseller deactivated: the payment for their rights was refunded or disputed',
    nextStep:
      'Licenses that they sold keep working. Activate them in Reseller Management if this is a mistake.',
    data: { resellerId: orderId, orderId, reason },
  });
}

/** The refund failed, so the money stayed: the reseller is again what an admin left them at, active by default. */
export async function onRightsRestored(
  commerce: CommerceContext,
  { orderId, productType }: PaymentStatus,
): Promise<void> {
  if (productType !== 'reseller_rights' || (await isTakenBack(commerce, orderId))) return;
  const reseller = await commerce.resellers.findById(orderId).lean();
  if (!reseller?.rightsEndedAt) return;
  const { rightsEndedAt, isActiveWithRights: isActive = true } = reseller;
  const { modifiedCount } = await commerce.resellers.updateOne(
    { _id: orderId, rightsEndedAt, deletedAt: null },
    { $set: { isActive, rightsEndedAt: null } },
  );
  if (modifiedCount === 0) return;
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: `The refund of reseller rights failed: the reseller is ${isActive ? 'active again' : 'still inactive'}`,
    nextStep: isActive
      ? undefined
      : 'The reseller has paid. Activate them in Reseller Management if they should sell.',
    data: { resellerId: orderId, orderId },
  });
}

/** Undefined where there is no such order. */
async function isTakenBack(
  commerce: Pick<CommerceContext, 'orders'>,
  orderId: string,
): Promise<boolean | undefined> {
  const order = await commerce.orders.findById(orderId, { facts: 1, money: 1 }).lean();
  return order
    ? ['refunded', 'lost'].includes(paymentStatusOf(order.facts, order.money.amountMinor))
    : undefined;
}
