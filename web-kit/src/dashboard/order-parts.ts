import type { OrderAmounts } from '@leadping/contracts/commerce/order-amounts';
import { formatMoney, fromDecimal, type CurrencyCode } from '@leadping/contracts/currency';

interface Order {
  currency: CurrencyCode;
  amounts?: OrderAmounts | undefined;
}

/** What an order's amount consists of, in words. Empty without discount and tax. */
export function orderParts({ currency, amounts }: Order): string[] {
  if (!amounts) return [];
  const { subtotal, discount, tax, isTaxIncluded } = amounts;
  const show = (text: string) => {
    const money = fromDecimal(text, currency);
    return money && money.amountMinor > 0 ? formatMoney(money) : null;
  };
  const [off, taxed] = [show(discount), show(tax)];
  if (!off && !taxed) return [];
  return [
    `${show(subtotal) ?? subtotal} price`,
    ...(off ? [`${off} discount`] : []),
    ...(taxed ? [`${taxed} tax, ${isTaxIncluded ? 'included' : 'added'}`] : []),
  ];
}
