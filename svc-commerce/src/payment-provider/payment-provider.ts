import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';

/**
 * Everything that the service asks of the payment provider. Each call uses the secret key of one account. Amounts are
 * integers in minor units, and currency codes are in capitals.
 *
 * A failed call throws a `DomainError`: UNAVAILABLE if a retry may help, otherwise PAYMENT_PROVIDER_FAILED. Its cause is
 * a `ProviderFailure`.
 */
export interface PaymentProvider {
  keyFormats: KeyFormats;
  /** The provider replaces it by the session id in the URL of the success page. */
  sessionIdPlaceholder: string;
  /** The provider's names of all events that change an order. A webhook endpoint must subscribe to them. */
  requiredEvents: readonly string[];

  /**
   * Opens a payment page. Opening the same checkout again returns the same session. Throws DISCOUNT_CODE_INVALID if its
   * discount cannot be used.
   */
  openCheckout: (secretKey: string, checkout: NewCheckout) => Promise<{ sessionId: string; url: string }>;
  /** Opens a payment page as a buyer's click does, and expires it at once. */
  tryCheckout: (secretKey: string, sale: Sale, returnUrl: string) => Promise<TrialResult>;
  /** Creates a code that nobody else's account knows. Nothing is left if it is refused. */
  createDiscountCode: (secretKey: string, code: NewDiscountCode) => Promise<DiscountCodeReply>;
  /** Null if the key may not read codes. */
  listDiscountCodes: (secretKey: string) => Promise<ProviderCodes | null>;
  /** The active code with this text, in any case. Null if no such code was created here, or the key may not read codes. */
  findDiscountCode: (secretKey: string, code: string) => Promise<ProviderCode | null>;
  /** Null if the account has no such code that was created here. */
  endDiscountCode: (secretKey: string, id: string) => Promise<ProviderCode | null>;
  /** Null if the account has no such session. */
  findSession: (secretKey: string, sessionId: string) => Promise<CheckoutSession | null>;
  /** The invoice that the provider issued for a session. Null if it has none yet. Tried once, for two seconds. */
  findInvoice: (secretKey: string, sessionId: string) => Promise<Invoice | null>;
  /** Null if the account has no such payment, or the payment has no session. */
  findSessionOfPayment: (secretKey: string, paymentId: string) => Promise<CheckoutSession | null>;

  /**
   * Refunds a payment or a part of it. Requesting the same refund again within a day makes no second one. Null if the
   * account has no such payment.
   */
  requestRefund: (secretKey: string, refund: NewRefund) => Promise<RefundReply | null>;
  /** The id of the refund that was made for a request. Null without one, or if the account has no such payment. */
  findRefund: (
    secretKey: string,
    refund: Pick<NewRefund, 'requestId' | 'paymentId'>,
  ) => Promise<string | null>;
  /** Whether the key may make refunds. Null if the provider did not reply. */
  mayRefund: (secretKey: string) => Promise<boolean | null>;

  /** The page of a dispute in the account's dashboard. */
  disputeUrl: (disputeId: string, livemode: boolean) => string;

  /** One page of the events that change an order, newest first. `after` is the last event of the previous page. */
  listEvents: (secretKey: string, period: Period, after: string | undefined) => Promise<EventPage>;
  /**
   * Checks a webhook's signature over its exact bytes.
   * @param receivedAt in ms; an old signature counts for nothing
   * @returns null if the secret did not sign the event
   */
  verifyEvent: (delivery: EventDelivery, secret: string, receivedAt: number) => VerifiedEvent | null;
  /**
   * Reads the payload of a verified or listed event. Null for events that change no order.
   * @throws {ZodError} if an event that changes an order has an unknown shape
   */
  readEvent: (payload: unknown) => ProviderEvent | null;

  /** With a time limit, the provider is asked once. */
  checkAccount: (secretKey: string, timeoutMs?: number) => Promise<AccountState>;
  /** Null if the key may not read the endpoints, or the provider did not reply. */
  listEndpoints: (secretKey: string) => Promise<WebhookEndpoint[] | null>;
}

export interface KeyFormat {
  prefixes: readonly string[];
  fits: (text: string) => boolean;
}

export type KeyMode = 'live' | 'test';

export interface KeyFormats {
  secretKey: Record<KeyMode, KeyFormat>;
  publishableKey: Record<KeyMode, KeyFormat>;
  webhookSecret: KeyFormat;
  /** The prefixes of all of them. */
  prefixes: readonly string[];
}

export interface Sale {
  productName: string;
  money: Money;
  tax: SellerTax;
  /** The provider's id of the one discount. A preset one cannot be removed by the buyer. */
  discount?: { coupon: string } | { promotion_code: string } | undefined;
}

export interface NewCheckout extends Sale {
  /** Also the idempotency key of the session. */
  checkoutId: string;
  productType: ProductType;
  successUrl: string;
  cancelUrl: string;
  /** Stored with the session. At most 500 characters. */
  sealedTerms: string;
}

export type TrialResult =
  | { state: 'opened' }
  | { state: 'unanswered' }
  /** `reason` is the provider's own text. */
  | { state: 'refused'; reason: string; lacksPermission: boolean };

export interface NewDiscountCode {
  code: string;
  productType: ProductType;
  /** Either a percentage or an amount. */
  percent: number | null;
  amount: Money | null;
  expiresAt: Date | null;
  maxUses: number | null;
  /** A payment page is opened for it and expired at once, before the code exists. */
  sale: Sale;
  returnUrl: string;
}

/** A discount code that was created here, as the provider stores it. */
export interface ProviderCode {
  id: string;
  code: string;
  productType: ProductType;
  percent: number | null;
  amount: Money | null;
  /** False once it was ended, has expired, or was used up. */
  isActive: boolean;
  uses: number;
  maxUses: number | null;
  expiresAt: Date | null;
  createdAt: Date;
}

export interface ProviderCodes {
  /** Newest first. */
  codes: ProviderCode[];
  /** Whether the account has more than were read. */
  hasOlder: boolean;
}

export type DiscountCodeReply =
  | { state: 'created'; code: ProviderCode }
  /** An active code of the account has this text. */
  | { state: 'taken' }
  | { state: 'no-permission' }
  | { state: 'unanswered' }
  /** `reason` is the provider's own text. */
  | { state: 'refused'; reason: string };

export interface NewRefund {
  /** Also the idempotency key of the refund. */
  requestId: string;
  orderId: string;
  paymentId: string;
  amountMinor: number;
}

/** Why the provider refunds nothing. `key-rejected` and `no-permission` depend on the key, the others on the payment. */
export type RefundRefusal =
  | 'already-refunded'
  | 'more-than-left'
  | 'disputed'
  | 'balance-too-low'
  | 'no-permission'
  | 'key-rejected'
  | 'other';

export type RefundReply =
  | { state: 'accepted'; refundId: string }
  /** `text` is the provider's own. */
  | { state: 'refused'; refusal: RefundRefusal; text: string };

/** A buyer's tax number: the provider's name of its kind, such as `eu_vat`, and the number as the buyer typed it. */
export interface CustomerTaxId {
  type: string;
  value: string;
}

/** The buyer as they typed it. */
export interface SessionCustomer {
  /** `''` if the session has none. */
  email: string;
  name: string | null;
  businessName: string | null;
  /** The first one. The provider takes one per payment. */
  taxId: CustomerTaxId | null;
}

/** Pages of the provider about one invoice. Whoever has the address can read it. */
export interface Invoice {
  url: string;
  pdfUrl: string | null;
}

/** What a payment consists of, in minor units. */
export interface PaidAmounts {
  /** The price before discount. Contains the tax if `isTaxIncluded`. */
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  isTaxIncluded: boolean;
  /** What the buyer pays. */
  totalMinor: number;
}

export interface CheckoutSession {
  id: string;
  livemode: boolean;
  status: 'open' | 'complete' | 'expired' | null;
  isPaid: boolean;
  /** Null while the provider does not know them. */
  amounts: PaidAmounts | null;
  currency: string | null;
  paymentId: string | null;
  /** Sessions that we did not open have none. */
  checkoutId: string | undefined;
  sealedTerms: string | undefined;
  customer: SessionCustomer;
}

/**
 * State of a dispute. A late event with an earlier state never replaces a later state. An `inquiry` is a question of
 * the bank. It is closed, or becomes a dispute, which is `open` until it is won or lost.
 */
export type DisputeOutcome = 'inquiry' | 'open' | 'inquiry-closed' | 'won' | 'lost';

/** The provider's facts of a dispute besides its outcome. */
export interface DisputeDetails {
  /** When the provider reported it. The latest report counts. */
  reportedAt: Date;
  outcome: DisputeOutcome;
  /** Null if it is not in a currency that we know. */
  money: Money | null;
  /** The provider's own word, such as `fraudulent`. */
  reason: string | null;
  /** Until when the provider takes evidence. */
  dueBy: Date | null;
  /** Whether the bank waits for the seller. */
  needsResponse: boolean;
}

/** A refund. It may fail days later, when the bank returns the money. */
export interface Refund {
  amountMinor: number;
  failed: boolean;
}

/**
 * The facts that the payment provider has reported about one order. Every field only grows, so that the same facts in
 * any order and any number of times give the same value. The status is derived and never set by an event.
 */
export interface PaymentFacts {
  paid: boolean;
  failed: boolean;
  /** The largest reported refund total, in minor units. */
  refundedMinor: number;
  /** Every refund by its id. Absent on orders older than this field. */
  refunds?: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, DisputeOutcome>>;
  /** The same disputes by their id. Absent on orders older than this field. */
  disputeDetails?: Readonly<Record<string, DisputeDetails>>;
  /** Whether the buyer withdrew from an order that cost nothing. It counts as refunded. Absent otherwise. */
  isEnded?: boolean;
}

/** What an event says about an order. A late payment is a bank debit or transfer that takes days. */
export type ProviderEvent =
  | {
      kind: 'checkout-completed' | 'late-payment-succeeded' | 'late-payment-failed';
      session: CheckoutSession;
      at: Date;
    }
  /** Refunds and disputes name only the payment. */
  | { kind: 'payment-changed'; paymentId: string; facts: Partial<PaymentFacts> };

/** In ms since 1970. */
export interface Period {
  from: number;
  until: number;
}

export interface EventPage {
  events: { id: string; type: string; payload: unknown }[];
  hasMore: boolean;
}

export interface EventDelivery {
  rawBody: unknown;
  signature: string | undefined;
}

export interface VerifiedEvent {
  /** Undefined if the event does not say. */
  livemode: boolean | undefined;
  /** False if the endpoint is set up to send only the ids of events. */
  hasContent: boolean;
  payload: unknown;
}

/** `restricted`: accepted, but the key may not read the balance. `unanswered`: the provider did not reply. */
export type AccountState = 'accepted' | 'restricted' | 'rejected' | 'unanswered';

export interface WebhookEndpoint {
  url: string;
  isEnabled: boolean;
  /** The required events that it does not subscribe to. */
  missingEvents: readonly string[];
  /** Whether it subscribes to completed checkouts. Without them nothing is fulfilled immediately. */
  reportsCheckouts: boolean;
}
