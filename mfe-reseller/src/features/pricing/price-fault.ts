import {
  CURRENCY_FACTS,
  type CurrencyCode,
  formatMoney,
  fromDecimal,
  isBelowFloor,
} from '@leadping/contracts/currency';

export const isPriceGiven = (price: string) => Number(price) > 0;

/** Checks a price before the server does. @returns the error text, if any */
export function priceFault(price: string, currency: CurrencyCode): string | undefined {
  if (!isPriceGiven(price)) return 'Enter a price greater than 0.';
  const money = fromDecimal(price, currency);
  if (!money) {
    return CURRENCY_FACTS[currency].decimals === 0
      ? `${CURRENCY_FACTS[currency].name} has no cents: enter a whole amount.`
      : 'Enter a price with at most two decimals, such as 79.00.';
  }
  const { floor } = CURRENCY_FACTS[currency];
  return isBelowFloor(money)
    ? `Stripe takes no payments below ${formatMoney({ amountMinor: floor, currency })}.`
    : undefined;
}
