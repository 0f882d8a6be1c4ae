import { type CurrencyCode, formatMoney, sumFromDecimal } from '@leadping/contracts/currency';

/** A decimal string of a reply as people read it: `129.50`, `EUR` gives `€129.50`. */
export function formatDecimal(amount: string, currency: CurrencyCode): string {
  const money = sumFromDecimal(amount, currency);
  return money ? formatMoney(money) : `${amount} ${currency}`;
}
