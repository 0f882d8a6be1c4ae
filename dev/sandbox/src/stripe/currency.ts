/**
 * Minimum amount of a payment in minor units
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const FLOORS: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  cad: 50,
  aud: 50,
  jpy: 50,
  chf: 50,
  nzd: 50,
  sek: 300,
  nok: 300,
  dkk: 250,
};

export const MAX_AMOUNT = 99_999_999;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** @param currency in lower case, as at Stripe */
export function isKnownCurrency(currency: string): boolean {
  return CURRENCIES.has(currency);
}

export function findFloor(currency: string): number {
  return FLOORS[currency] ?? 50;
}

/** A readable amount, such as `$97.00` or `¥1,200`. */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** decimals);
}
