import { type CurrencyCode, formatMoney, fromDecimal } from '@leadping/contracts/currency';

/** An order's amount as people read it. */
export function amountOf({ amount, currency }: { amount: string; currency: CurrencyCode }): string {
  const money = fromDecimal(amount, currency);
  return money ? formatMoney(money) : `${amount} ${currency}`;
}
