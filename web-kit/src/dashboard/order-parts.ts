import type { OrderAmounts } from '@leadping/contracts/commerce/order-amounts';
import { formatMoney, fromDecimal, type CurrencyCode } from '@leadping/contracts/currency';

interface Order {
  currency: CurrencyCode;
  amounts?: OrderAmounts | undefined;
}

/** What an order's amount consists of and what was refunded of it, in words. Empty without discount, tax and refund. */
export function orderParts({ currency, amounts }: Order): string[] {
  if (!amounts) return [];
  const { subtotal, discount, discountCode, tax, isTaxIncluded, refunded } = amounts;
  const show = (text: string) => {
    const money = fromDecimal(text, currency);
    return money && money.amountMinor > 0 ? formatMoney(money) : null;
  };
  const [off, taxed] = [show(discount), show(tax)];
  const back = refunded === undefined ? null : show(refunded);
  return [
    ...(off || taxed ? [`${show(subtotal) ?? subtotal} price`] : []),
    ...(off ? [`${off} discount${discountCode ? `, code ${discountCode}` : ''}`] : []),
    ...(taxed ? [`${taxed} tax, ${isTaxIncluded ? 'included' : 'added'}`] : []),
    ...(back ? [`${back} refunded`] : []),
  ];
}
