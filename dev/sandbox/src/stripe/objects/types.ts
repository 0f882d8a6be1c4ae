import type Stripe from 'stripe';

/** Whose an object is: an account's test objects and live objects never meet. */
export interface Scope {
  account: string;
  livemode: boolean;
}

/** A stored object of Stripe's with its owner. */
export interface Owned<T extends { id: string }> extends Scope {
  id: string;
  object: T;
}

export type OwnedSession = Owned<CheckoutSession> & { terms: SessionTerms };
export type OwnedEndpoint = Owned<WebhookEndpoint> & { secret: string };

/** The library turns decimal strings into an object of its own; on the wire they are strings. */
type Wire<T, Decimals extends keyof T> = Omit<T, Decimals> & Record<Decimals, string | null>;

export type CheckoutSession = Stripe.Checkout.Session;
export type Product = Stripe.Product;
export type Customer = Stripe.Customer;
export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type BalanceTransaction = Stripe.BalanceTransaction;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type Price = Wire<Stripe.Price, 'unit_amount_decimal'>;
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export interface StripeEvent extends Omit<Stripe.EventBase, 'data' | 'type'> {
  type: string;
  data: { object: object; previous_attributes?: object };
}

/** What a session was created with and does not show: the payment is made from it. */
export interface SessionTerms {
  lineItems: LineItem[];
  paymentIntent: {
    description: string | null;
    metadata: Record<string, string>;
    receiptEmail: string | null;
    statementDescriptor: string | null;
    statementDescriptorSuffix: string | null;
    setupFutureUsage: 'off_session' | 'on_session' | null;
  };
}
