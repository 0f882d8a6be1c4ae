/**
 * How a seller handles tax. `inclusive` and `exclusive`: Stripe Tax computes it, in the price or on top. `managed`: Stripe
 * is the buyer's seller of record and pays the tax itself, on top of the price.
 */
export const TAX_MODES = ['none', 'inclusive', 'exclusive', 'managed'] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** A seller's choice. Without zod, because pages load this file. */
export interface SellerTax {
  mode: TaxMode;
  /** Whether businesses can enter their tax number on the payment page. Always so with `managed`. */
  collectTaxIds: boolean;
  /** Whether Stripe issues an invoice for each sale. Always so with `managed`. Absent in older documents. */
  issueInvoices?: boolean | undefined;
}

export const NO_TAX: Readonly<SellerTax> = { mode: 'none', collectTaxIds: false };

/** The pages that name the seller say so. */
export const SELLER_OF_RECORD =
  'Orders are sold through Link, a company of Stripe, which is your seller of record: it takes the payment, sends the invoice and pays the tax.';

export const sellerOfRecord = (mode: TaxMode | undefined) => (mode === 'managed' ? SELLER_OF_RECORD : null);

/** The role of the seller whom the page names. While the mode is unknown, the sentence is true in every mode. */
export const sellerRole = (mode: TaxMode | undefined): string =>
  mode === undefined || mode === 'managed'
    ? 'The seller named here offers the license and answers your questions and complaints. Send them to the contacts below.'
    : 'The contract about a license is between you and the seller named here. Send questions and complaints to the contacts below.';

interface TaxTexts {
  label: string;
  hint: string;
  /** Stands beside each price. Null if there is nothing to say. */
  note: string | null;
  /** The sentence about prices in the terms. */
  terms: string;
}

const STRIPE_TAX =
  'First add your head office address and your tax registrations in the Stripe dashboard. Where you have no registration, Stripe computes no tax.';
const PAYMENTS = 'Payments are handled by Stripe.';

export const TAX_TEXTS: Readonly<Record<TaxMode, TaxTexts>> = {
  none: {
    label: 'None',
    hint: 'Buyers pay the price. You handle taxes yourself.',
    note: null,
    terms: `Prices are shown before you pay, and no tax is added to them. ${PAYMENTS}`,
  },
  inclusive: {
    label: 'Stripe Tax, in the price',
    hint: `Buyers pay the price, and a part of it is tax. ${STRIPE_TAX}`,
    note: 'including tax',
    terms: `Prices are shown before you pay and include tax where it applies. ${PAYMENTS}`,
  },
  exclusive: {
    label: 'Stripe Tax, on top',
    hint: `Buyers pay the price and the tax. ${STRIPE_TAX}`,
    note: 'plus tax',
    terms: `Prices are shown before you pay. Tax is added where it applies, and the payment page shows it before you pay. ${PAYMENTS}`,
  },
  managed: {
    label: 'Stripe as merchant of record',
    hint: 'Stripe sells to the buyer, adds the tax and pays it. Your account needs Stripe’s approval for Managed Payments, which costs an additional fee.',
    note: 'plus tax',
    terms: `Prices are shown before you pay. Tax is added where it applies, and the payment page shows it before you pay. ${SELLER_OF_RECORD}`,
  },
};
