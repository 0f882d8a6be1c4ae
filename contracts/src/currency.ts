/**
 * Currencies, amounts and their display formats. Without zod, because pages that only show a price load this file.
 */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'AUD',
  'JPY',
  'CHF',
  'NZD',
  'SEK',
  'NOK',
  'DKK',
] as const;
export type CurrencyCode = (typeof CURRENCIES)[number];

interface CurrencyFacts {
  symbol: string;
  name: string;
  decimals: 0 | 2;
  /** The payment provider's smallest charge, in minor units. */
  floor: number;
  /** Symbol, amount, then the code: `CHF 79.00 CHF`. */
  codeAfter: boolean;
}

export const CURRENCY_FACTS: Readonly<Record<CurrencyCode, CurrencyFacts>> = {
  USD: { symbol: '$', name: 'US Dollar', decimals: 2, floor: 50, codeAfter: false },
  EUR: { symbol: '€', name: 'Euro', decimals: 2, floor: 50, codeAfter: false },
  GBP: { symbol: '£', name: 'British Pound', decimals: 2, floor: 30, codeAfter: false },
  CAD: { symbol: 'C$', name: 'Canadian Dollar', decimals: 2, floor: 50, codeAfter: false },
  AUD: { symbol: 'A$', name: 'Australian Dollar', decimals: 2, floor: 50, codeAfter: false },
  JPY: { symbol: '¥', name: 'Japanese Yen', decimals: 0, floor: 50, codeAfter: false },
  CHF: { symbol: 'CHF', name: 'Swiss Franc', decimals: 2, floor: 50, codeAfter: true },
  NZD: { symbol: 'NZ$', name: 'New Zealand Dollar', decimals: 2, floor: 50, codeAfter: false },
  SEK: { symbol: 'kr', name: 'Swedish Krona', decimals: 2, floor: 300, codeAfter: true },
  NOK: { symbol: 'kr', name: 'Norwegian Krone', decimals: 2, floor: 300, codeAfter: true },
  DKK: { symbol: 'kr', name: 'Danish Krone', decimals: 2, floor: 250, codeAfter: true },
};

interface Amount {
  amountMinor: number;
  currency: CurrencyCode;
}

/** The amount as a decimal string in major units, as in API calls: `79.00`, or `7900` for yen. */
export function toDecimal({ amountMinor, currency }: Amount): string {
  const { decimals } = CURRENCY_FACTS[currency];
  return (amountMinor / 10 ** decimals).toFixed(decimals);
}

/**
 * Parses a decimal string in major units exactly. `null` if it is invalid: signs, exponents, more decimals than the
 * currency has (`79.5` yen), or more than nine digits before the point.
 */
export function fromDecimal(text: string, currency: CurrencyCode): Amount | null {
  return parseDecimal(/^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()), currency);
}

/** Parses a sum of a reply like `fromDecimal`, up to the largest amount that a number holds exactly. */
export function sumFromDecimal(text: string, currency: CurrencyCode): Amount | null {
  const sum = parseDecimal(/^(\d{1,16})(?:\.(\d{1,2}))?$/.exec(text.trim()), currency);
  return sum && Number.isSafeInteger(sum.amountMinor) ? sum : null;
}

function parseDecimal(match: RegExpExecArray | null, currency: CurrencyCode): Amount | null {
  if (!match) return null;
  const { decimals } = CURRENCY_FACTS[currency];
  const [, whole = '0', fraction = ''] = match;
  if (decimals === 0 && /[1-9]/.test(fraction)) return null;
  const minor = decimals === 0 ? whole : whole + fraction.padEnd(2, '0');
  return { amountMinor: Number(minor), currency };
}

/** Formats `12,345`. Creating an `Intl.NumberFormat` takes longer than rendering a page with one price. */
export function formatWhole(amount: number): string {
  // oxlint-disable-next-line regexp/no-super-linear-move -- at most the 21 digits of a number
  return String(Math.round(amount)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** The display format: `$79.00`, `¥7,900`, `CHF79.00 CHF`, `kr790.00 SEK`. Optionally without zero decimals. */
export function formatMoney(money: Amount, options: { trimZeros?: boolean } = {}): string {
  const { symbol, decimals, codeAfter } = CURRENCY_FACTS[money.currency];
  const whole = money.amountMinor % 10 ** decimals === 0;
  const digits = options.trimZeros && whole ? 0 : decimals;
  const [units, fraction] = (money.amountMinor / 10 ** decimals).toFixed(digits).split('.');
  const amount = [formatWhole(Number(units)), ...(fraction ? [fraction] : [])].join('.');
  return codeAfter ? `${symbol}${amount} ${money.currency}` : `${symbol}${amount}`;
}

export function isBelowFloor({ amountMinor, currency }: Amount): boolean {
  return amountMinor < CURRENCY_FACTS[currency].floor;
}
