import { formatMoney } from '@leadping/contracts/currency';

/** `$3,453`, `$79.50`, `-$397`. */
export function dollars(amount: number): string {
  const text = formatMoney(
    { amountMinor: Math.round(Math.abs(amount) * 100), currency: 'USD' },
    { trimZeros: true },
  );
  return amount < 0 ? `-${text}` : text;
}
