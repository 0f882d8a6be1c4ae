import { formatMoney, fromDecimal, type CurrencyCode } from '@leadping/contracts/currency';

/** Amounts as replies give them: decimal strings in major units of one currency. */
export interface PaidAmounts {
  currency: CurrencyCode;
  total: string;
  refunded: string;
  amounts: {
    subtotal: string;
    discount: string;
    discountCode?: string | undefined;
    tax: string;
    isTaxIncluded: boolean;
  };
}

export interface AmountLine {
  name: string;
  text: string;
  isTotal?: boolean;
}

/** The lines of a sum, from the price to what the buyer has paid in the end. Lines that add nothing are left out. */
export function amountLines({ currency, total, refunded, amounts }: PaidAmounts): AmountLine[] {
  const parse = (text: string) => fromDecimal(text, currency) ?? { amountMinor: 0, currency };
  const isSome = (text: string) => parse(text).amountMinor > 0;
  const show = (text: string) => formatMoney(parse(text));
  const { subtotal, discount, discountCode, tax, isTaxIncluded } = amounts;
  const keptMinor = parse(total).amountMinor - parse(refunded).amountMinor;
  const taxLine = isSome(tax)
    ? [{ name: isTaxIncluded ? 'Tax, included in the total' : 'Tax', text: show(tax) }]
    : [];
  return [
    ...(subtotal === total ? [] : [{ name: 'Price', text: show(subtotal) }]),
    ...(isSome(discount)
      ? [{ name: discountCode ? `Discount, code ${discountCode}` : 'Discount', text: `−${show(discount)}` }]
      : []),
    ...(isTaxIncluded ? [] : taxLine),
    { name: 'Total', text: show(total), isTotal: true },
    ...(isTaxIncluded ? taxLine : []),
    ...(isSome(refunded)
      ? [
          { name: 'Refunded', text: `−${show(refunded)}` },
          {
            name: 'Paid after refunds',
            text: formatMoney({ amountMinor: keptMinor, currency }),
            isTotal: true,
          },
        ]
      : []),
  ];
}
