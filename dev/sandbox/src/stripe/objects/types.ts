import type Stripe from 'stripe';
import type { BuyerTaxId } from '../tax/tax-id.ts';

/** The owner of an object. An account's test and live objects are separate. */
export interface Scope {
  account: string;
  livemode: boolean;
}

export interface Owned<T extends { id: string }> extends Scope {
  id: string;
  object: T;
}

export type OwnedSession = Owned<CheckoutSession> & { terms: SessionTerms };
export type OwnedEndpoint = Owned<WebhookEndpoint> & { secret: string };

/** The library types decimal strings as its own object, but the API sends strings. */
type Wire<T, Decimals extends keyof T> = Omit<T, Decimals> & Record<Decimals, string | null>;

export type CheckoutSession = Stripe.Checkout.Session;
export type Product = Stripe.Product;
export type Customer = Stripe.Customer;
export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type BalanceTransaction = Stripe.BalanceTransaction;
export type Coupon = Stripe.Coupon;
/** The invoice's lines have decimals, which the API sends as text. */
export type InvoiceLine = Omit<Wire<Stripe.InvoiceLineItem, 'quantity_decimal'>, 'pricing'> & {
  pricing: Wire<Stripe.InvoiceLineItem.Pricing, 'unit_amount_decimal'> | null;
};
export type Invoice = Omit<Stripe.Invoice, 'lines'> & {
  lines: Omit<Stripe.ApiList<Stripe.InvoiceLineItem>, 'data'> & { data: InvoiceLine[] };
};
export type InvoicePayment = Stripe.InvoicePayment;
export type PromotionCode = Stripe.PromotionCode;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type Price = Wire<Stripe.Price, 'unit_amount_decimal'>;
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export interface StripeEvent extends Omit<Stripe.EventBase, 'data' | 'type'> {
  type: string;
  data: { object: object; previous_attributes?: object };
}

/** What the payment page knows about the buyer's place and tax number. */
export interface Buyer {
  country: string | null;
  postalCode: string | null;
  taxId: BuyerTaxId | null;
}

/** Parameters of a session that its object does not show but its payment needs. */
export interface SessionTerms {
  lineItems: LineItem[];
  /** The taxes of each line item by its id. Replies contain them only on request. */
  taxes: Record<string, Stripe.LineItem.Tax[]>;
  discount: Stripe.Discount | null;
  buyer: Buyer;
  paymentIntent: {
    description: string | null;
    metadata: Record<string, string>;
    receiptEmail: string | null;
    statementDescriptor: string | null;
    statementDescriptorSuffix: string | null;
    setupFutureUsage: 'off_session' | 'on_session' | null;
  };
}
