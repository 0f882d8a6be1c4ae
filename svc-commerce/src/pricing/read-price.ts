import { CURRENCY_FACTS, formatMoney, fromDecimal, isBelowFloor } from '@leadping/contracts/currency';
import type { Currency, Money } from '@leadping/contracts/money';
import { DomainError } from '@leadping/service-kit/domain-error';

/** The payment provider's largest charge, in minor units of any currency. */
const CEILING = 99_999_999;

/**
 * Reads an entered price, in major units.
 * @throws {DomainError} VALIDATION_FAILED if it is not an amount of this currency; PRICE_TOO_LOW below the provider's
 * minimum
 */
export function readPrice(field: string, entered: string | number, currency: Currency): Money {
  const money = fromDecimal(String(entered), currency);
  if (!money) {
    const decimals = CURRENCY_FACTS[currency].decimals === 0 ? 'without decimals' : 'with at most 2 decimals';
    throw new DomainError('VALIDATION_FAILED', `${field}: must be an amount in ${currency} ${decimals}`, {
      field,
    });
  }
  return checkPrice(field, money);
}

/** @throws {DomainError} PRICE_TOO_LOW or VALIDATION_FAILED for an amount that the payment provider would refuse */
export function checkPrice(field: string, money: Money): Money {
  if (isBelowFloor(money)) {
    const floor = formatMoney({
      amountMinor: CURRENCY_FACTS[money.currency].floor,
      currency: money.currency,
    });
    throw new DomainError(
      'PRICE_TOO_LOW',
      `${field}: the payment provider takes no amount below ${floor} in ${money.currency}.`,
      { field },
    );
  }
  if (money.amountMinor > CEILING) {
    throw new DomainError(
      'VALIDATION_FAILED',
      `${field}: the payment provider takes no amount above ${formatMoney({ ...money, amountMinor: CEILING })}.`,
      { field },
    );
  }
  return money;
}
