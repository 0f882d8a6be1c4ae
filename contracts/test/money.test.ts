import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CURRENCIES,
  CURRENCY_FACTS,
  formatMoney,
  formatWhole,
  fromDecimal,
  sumFromDecimal,
  isBelowFloor,
  toDecimal,
} from '../src/currency.ts';

const money = fc.record({
  amountMinor: fc.integer({ min: 0, max: 99_999_999_999 }),
  currency: fc.constantFrom(...CURRENCIES),
});

describe('money', () => {
  it('converts a decimal string back to the same minor units in every currency [R-money.1]', () => {
    fc.assert(
      fc.property(money, (amount) => {
        fc.pre(amount.amountMinor / 10 ** CURRENCY_FACTS[amount.currency].decimals < 1e9);
        expect(fromDecimal(toDecimal(amount), amount.currency)).toEqual(amount);
      }),
    );
  });

  it.each([
    '',
    '-1',
    '+1',
    '1e3',
    '1.234',
    '.5',
    '5.',
    '1,000',
    '0x10',
    ' ',
    'NaN',
    '1234567890',
    '79 USD',
    '$79',
  ])('refuses %j as an amount', (text) => {
    expect(fromDecimal(text, 'USD')).toBeNull();
  });

  it('accepts nine digits before the point, and spaces around the number', () => {
    expect(fromDecimal(' 123456789.99 ', 'USD')).toEqual({ amountMinor: 12_345_678_999, currency: 'USD' });
    expect(fromDecimal('7.5', 'USD')).toEqual({ amountMinor: 750, currency: 'USD' });
  });

  it('refuses a fraction of a yen, but accepts zeros after the point [R-money.2]', () => {
    expect(toDecimal({ amountMinor: 7900, currency: 'JPY' })).toBe('7900');
    expect(fromDecimal('7900', 'JPY')).toEqual({ amountMinor: 7900, currency: 'JPY' });
    expect(fromDecimal('7900.00', 'JPY')).toEqual({ amountMinor: 7900, currency: 'JPY' });
    expect(fromDecimal('79.5', 'JPY')).toBeNull();
  });

  it('is parsed as a sum up to the largest amount that a number holds exactly', () => {
    expect(sumFromDecimal('1000000000', 'JPY')).toEqual({ amountMinor: 1_000_000_000, currency: 'JPY' });
    const largest = { amountMinor: Number.MAX_SAFE_INTEGER, currency: 'CHF' } as const;
    expect(sumFromDecimal(toDecimal(largest), 'CHF')).toEqual(largest);
    expect(sumFromDecimal(`${Number.MAX_SAFE_INTEGER + 1}`, 'JPY')).toBeNull();
    expect(sumFromDecimal('-1', 'SEK')).toBeNull();
  });

  it.each([
    ['USD', 7900, '$79.00'],
    ['EUR', 7900, '€79.00'],
    ['GBP', 123_456, '£1,234.56'],
    ['CAD', 7900, 'C$79.00'],
    ['AUD', 7900, 'A$79.00'],
    ['JPY', 7900, '¥7,900'],
    ['NZD', 7900, 'NZ$79.00'],
    ['CHF', 7900, 'CHF79.00 CHF'],
    ['SEK', 79_000, 'kr790.00 SEK'],
    ['NOK', 79_000, 'kr790.00 NOK'],
    ['DKK', 79_000, 'kr790.00 DKK'],
  ] as const)('shows %s in the usual notation of the currency', (currency, amountMinor, written) => {
    expect(formatMoney({ amountMinor, currency })).toBe(written);
  });

  it('omits the decimals of whole amounts on request, but not of others', () => {
    expect(formatMoney({ amountMinor: 7900, currency: 'USD' }, { trimZeros: true })).toBe('$79');
    expect(formatMoney({ amountMinor: 7950, currency: 'USD' }, { trimZeros: true })).toBe('$79.50');
  });

  it('groups thousands like Intl.NumberFormat', () => {
    const amounts = [0, 5, 99, 100, 99_999, 100_000, 12_345_678, 123_456_789_012];
    for (const amountMinor of amounts) {
      const written = (amountMinor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      expect(formatMoney({ amountMinor, currency: 'USD' })).toBe(`$${written}`);
      expect(formatWhole(amountMinor)).toBe(amountMinor.toLocaleString('en-US'));
    }
  });

  it('is too small for the provider only below its minimum amount, in every currency', () => {
    for (const currency of CURRENCIES) {
      const { floor } = CURRENCY_FACTS[currency];
      expect(isBelowFloor({ amountMinor: floor - 1, currency })).toBe(true);
      expect(isBelowFloor({ amountMinor: floor, currency })).toBe(false);
    }
  });
});
