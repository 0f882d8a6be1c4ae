import { formatMoney } from '../stripe/currency.ts';
import type { Charge, Invoice } from '../stripe/objects/types.ts';

/** A hosted document: a title and pairs of a name and a value. */
export interface Document {
  title: string;
  rows: readonly (readonly [name: string, value: string])[];
}

export function describeInvoice(invoice: Invoice): Document {
  const { currency } = invoice;
  const money = (amount: number) => formatMoney(amount, currency);
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const isIncluded = invoice.total_taxes?.some((each) => each.tax_behavior === 'inclusive');
  return {
    title: `Invoice ${invoice.number ?? ''}`,
    rows: [
      ['Date', day(invoice.created)],
      [
        'Seller',
        invoice.issuer.type === 'stripe'
          ? `${invoice.account_name}, sold through Link`
          : (invoice.account_name ?? ''),
      ],
      ['Billed to', [invoice.customer_name, invoice.customer_email].filter(Boolean).join(', ')],
      ...(invoice.customer_address?.country
        ? ([['Country', invoice.customer_address.country]] as const)
        : []),
      ...(invoice.customer_tax_ids ?? []).map(({ value }) => ['Tax ID', value ?? ''] as const),
      ...(invoice.custom_fields ?? []).map(({ name, value }) => [name, value] as const),
      ...invoice.lines.data.map(
        (line) => [`${line.quantity} x ${line.description}`, money(line.amount)] as const,
      ),
      ['Subtotal', money(invoice.subtotal)],
      ...(discount > 0 ? ([['Discount', `-${money(discount)}`]] as const) : []),
      ...(invoice.automatic_tax.enabled
        ? ([[isIncluded ? 'Tax, included' : 'Tax', money(tax)]] as const)
        : []),
      ['Total', money(invoice.total)],
      ['Amount paid', money(invoice.amount_paid)],
      ...(invoice.footer ? ([['Note', invoice.footer]] as const) : []),
    ],
  };
}

export function describeReceipt(charge: Charge, seller: string): Document {
  const money = (amount: number) => formatMoney(amount, charge.currency);
  return {
    title: `Receipt from ${seller}`,
    rows: [
      ['Date', day(charge.created)],
      ['Paid by', charge.billing_details.email ?? ''],
      ...(charge.description ? ([['For', charge.description]] as const) : []),
      ['Amount paid', money(charge.amount)],
      ...(charge.amount_refunded > 0 ? ([['Refunded', money(charge.amount_refunded)]] as const) : []),
    ],
  };
}

const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
