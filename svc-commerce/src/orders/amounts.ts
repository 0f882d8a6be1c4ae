import type { OrderAmounts } from '@leadping/contracts/commerce/order-amounts';
import { toDecimal } from '@leadping/contracts/currency';
import type { Money } from '@leadping/contracts/money';
import type { PaidAmounts, PaymentFacts } from '../payment-provider/payment-provider.ts';
import { netRefundedMinor, paymentStatusOf } from './payment-facts.ts';

/** The parts of an order's total. */
export type AmountParts = Omit<PaidAmounts, 'totalMinor'>;

interface Total {
  money: Money;
  amounts?: AmountParts;
}

/**
 * What the seller keeps of an order, in minor units: the total without its tax, less the same share of each refund. Zero
 * if the order is not paid, or its money is disputed.
 */
export function netMinorOf({
  money: { amountMinor: total },
  amounts,
  facts,
}: Total & { facts: PaymentFacts }): number {
  if (total === 0 || paymentStatusOf(facts, total) !== 'good') return 0;
  const net = total - (amounts?.taxMinor ?? 0);
  return net - Math.round((netRefundedMinor(facts) * net) / total);
}

/** Whether a payment of these amounts pays this price: the subtotal is the price, and the total follows from it. */
export function isPaymentOf(
  { subtotalMinor, discountMinor, taxMinor, isTaxIncluded, totalMinor }: PaidAmounts,
  priceMinor: number,
): boolean {
  const isDiscount = discountMinor >= 0 && discountMinor <= subtotalMinor;
  const discounted = subtotalMinor - discountMinor;
  const isTax = taxMinor >= 0 && (!isTaxIncluded || taxMinor <= discounted);
  return (
    subtotalMinor === priceMinor &&
    isDiscount &&
    isTax &&
    totalMinor === (isTaxIncluded ? discounted : discounted + taxMinor)
  );
}

interface Shown extends Total {
  discountCode?: string;
  netMinor?: number;
  refundedMinor?: number;
  isCompleted: boolean;
}

/** The breakdown as decimal strings. An order of an earlier version has neither discount nor tax. */
export function showAmounts(order: Shown): OrderAmounts {
  const { money, amounts, discountCode, netMinor, refundedMinor, isCompleted } = order;
  const show = (amountMinor: number) => toDecimal({ amountMinor, currency: money.currency });
  return {
    subtotal: show(amounts?.subtotalMinor ?? money.amountMinor),
    discount: show(amounts?.discountMinor ?? 0),
    ...(discountCode !== undefined && { discountCode }),
    tax: show(amounts?.taxMinor ?? 0),
    isTaxIncluded: amounts?.isTaxIncluded ?? true,
    net: show(netMinor ?? (isCompleted ? money.amountMinor : 0)),
    ...(refundedMinor ? { refunded: show(refundedMinor) } : {}),
  };
}
