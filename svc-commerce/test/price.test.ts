import { CURRENCIES, CURRENCY_FACTS, toDecimal } from '@leadping/contracts/currency';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPrice } from '../src/pricing/read-price.ts';

const currency = fc.constantFrom(...CURRENCIES);

describe('prices as people enter them', () => {
  it('a price that is shown and entered again is the same amount in every currency [R-money.1]', () => {
    fc.assert(
      fc.property(currency, fc.integer({ min: 300, max: 99_999_999 }), (currency, amountMinor) => {
        const shown = toDecimal({ amountMinor, currency });
        expect(readPrice('price', shown, currency)).toEqual({ amountMinor, currency });
        expect(readPrice('price', Number(shown), currency)).toEqual({ amountMinor, currency });
      }),
    );
  });

  it('every amount below the floor is refused, and the floor itself is accepted [R-money.11]', () => {
    fc.assert(
      fc.property(currency, fc.nat({ max: 299 }), (currency, amountMinor) => {
        const { floor } = CURRENCY_FACTS[currency];
        const entered = toDecimal({ amountMinor: Math.min(amountMinor, floor - 1), currency });
        expect(() => readPrice('price', entered, currency)).toThrow(
          expect.objectContaining({ code: 'PRICE_TOO_LOW' }),
        );
        expect(readPrice('price', toDecimal({ amountMinor: floor, currency }), currency).amountMinor).toBe(
          floor,
        );
      }),
    );
  });

  it('text that is not an amount is refused and never rounded [R-money.2]', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom('79,00', '1e3', '0x10', '٧٩', '79.999', '+79', ' ', 'NaN'),
    );
    fc.assert(
      fc.property(currency, texts, (currency, text) => {
        const isAmount = (
          CURRENCY_FACTS[currency].decimals === 0 ? /^\d{1,9}(\.0{1,2})?$/ : /^\d{1,9}(\.\d{1,2})?$/
        ).test(text.trim());
        fc.pre(!isAmount);
        expect(() => readPrice('price', text, currency)).toThrow(
          expect.objectContaining({ code: 'VALIDATION_FAILED' }),
        );
      }),
    );
    expect(() => readPrice('price', '9800.5', 'JPY')).toThrow('in JPY without decimals');
  });
});
