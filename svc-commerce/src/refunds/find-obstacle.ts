import { formatMoney } from '@leadping/contracts/currency';
import type { OrderDocument } from '../orders/order.model.ts';
import { paymentStatusOf } from '../orders/payment-facts.ts';
import { findOpenRequest, MAX_REFUND_REQUESTS, refundedMinor } from '../orders/refund-request.ts';
import type { OrderScope } from '../orders/order-scope.ts';

type Refundable = Pick<
  OrderDocument,
  'businessName' | 'facts' | 'money' | 'paymentIntentId' | 'productType' | 'refundRequests' | 'resellerId'
>;

/** What is left to refund, in minor units. */
export function refundableMinor({ facts, money }: Pick<OrderDocument, 'facts' | 'money'>): number {
  return facts.paid ? Math.max(0, money.amountMinor - refundedMinor(facts)) : 0;
}

/** Why nothing can be refunded now, as a sentence for the seller. Null if it can. */
export function findRefundObstacle(order: Refundable, scope: OrderScope): string | null {
  const { businessName, facts, money, paymentIntentId, productType, refundRequests = [], resellerId } = order;
  if ('everySeller' in scope && resellerId !== null) {
    return `${businessName} sold this order, and their own Stripe account has the money. Only they can refund it.`;
  }
  const open = findOpenRequest(order);
  if (open) {
    const amount = formatMoney({ ...money, amountMinor: open.amountMinor });
    return `A refund of ${amount} was requested, and Stripe has not confirmed it yet. Wait until it has, then look at the order again.`;
  }
  const status = paymentStatusOf(facts, money.amountMinor);
  if (!facts.paid) return 'This order is not paid, so there is nothing to refund.';
  if (money.amountMinor === 0) {
    return productType === 'main_product' && status !== 'refunded'
      ? 'This order cost nothing, so there is nothing to refund. To end its license, revoke it under Licenses.'
      : 'This order cost nothing, so there is nothing to refund.';
  }
  if (paymentIntentId === null) return 'Stripe has not named the payment of this order yet.';
  if (status === 'refunded' || refundableMinor(order) === 0) return 'This order is refunded in full.';
  if (status === 'lost') {
    return 'The buyer’s bank has decided a dispute about this payment for the buyer and returned the disputed amount, so Stripe refuses refunds.';
  }
  if (status === 'disputed') {
    return 'The buyer’s bank has opened a dispute about this payment, so Stripe refuses refunds. Answer the dispute in your Stripe dashboard.';
  }
  if (refundRequests.length >= MAX_REFUND_REQUESTS) {
    return 'This order has too many refunds. Make the next one in your Stripe dashboard.';
  }
  return null;
}
