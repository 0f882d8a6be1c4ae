import type { CheckoutState } from '@leadping/contracts/commerce/checkout-routes';
import type { OrderDocument } from '../orders/order.model.ts';
import { netRefundedMinor, paymentStatusOf } from '../orders/payment-facts.ts';

type PaidState = Extract<CheckoutState, 'paid' | 'partly-refunded' | 'refunded' | 'disputed' | 'lost'>;

/** What became of a paid order's money. Null if the order is not paid. */
export function purchaseState({ facts, money }: Pick<OrderDocument, 'facts' | 'money'>): PaidState | null {
  const status = paymentStatusOf(facts, money.amountMinor);
  if (status === 'unpaid') return null;
  if (status !== 'good') return status;
  return netRefundedMinor(facts) > 0 ? 'partly-refunded' : 'paid';
}
