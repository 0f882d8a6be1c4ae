import { CURRENCY_FACTS, formatMoney, isBelowFloor } from '@leadping/contracts/currency';
import type { Money } from '@leadping/contracts/money';

/** Either of them is null. */
export interface Discount {
  percent: number | null;
  amount: Money | null;
}

/** Why the payment provider would refuse the discount at this price, as a sentence. Null if it would not. */
export function findPriceObstacle({ percent, amount }: Discount, price: Money): string | null {
  if (amount && amount.currency !== price.currency) {
    return `The amount is in ${amount.currency}, and the price is in ${price.currency}.`;
  }
  const off = amount?.amountMinor ?? Math.round((price.amountMinor * (percent ?? 0)) / 100);
  const rest = { ...price, amountMinor: Math.max(0, price.amountMinor - off) };
  if (rest.amountMinor === 0 || !isBelowFloor(rest)) return null;
  const floor = { ...price, amountMinor: CURRENCY_FACTS[price.currency].floor };
  return `It would leave ${formatMoney(rest)} of ${formatMoney(price)} to pay, and Stripe takes no payment below ${formatMoney(floor)}. Take off less, or the whole price.`;
}
