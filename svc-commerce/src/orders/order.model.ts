import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { SellerTerms } from '@leadping/contracts/purchase';
import type { EmailProblem, OrderStatus } from '@leadping/contracts/commerce/order-routes';
import type { Money } from '@leadping/contracts/money';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { moneyFields } from '../pricing/money-fields.ts';
import type { CustomerTaxId, Invoice, PaymentFacts } from '../payment-provider/payment-provider.ts';
import { netMinorOf, type AmountParts } from './amounts.ts';
import { nextDisputeDue } from './payment-facts.ts';
import type { Withdrawal } from './withdrawal.ts';
import { findOpenRequest, refundedMinor, type RefundRequest } from './refund-request.ts';

export interface HistoryEntry {
  at: Date;
  kind:
    | 'created'
    | 'paid'
    | 'failed'
    | 'refunded'
    | 'refund-failed'
    | 'inquiry-opened'
    | 'inquiry-closed'
    | 'dispute-opened'
    | 'dispute-won'
    | 'dispute-lost'
    | 'email-corrected'
    | 'refund-requested'
    | 'refund-refused'
    | 'withdrawn';
  /** Minor units: the total refunded by then, or the amount of a failed, requested or refused refund. */
  refundedMinor?: number;
  /** Trace of the call or event that caused the entry. */
  traceId?: string;
}

/** Fields that lists do not read, because they grow and are not shown. */
export const NOT_LISTED = { facts: 0, history: 0, outbox: 0, refundRequests: 0, sellerTerms: 0 } as const;
export type ListedOrder = Omit<OrderDocument, keyof typeof NOT_LISTED>;

export interface OrderDocument {
  /** The id of its checkout: one checkout, one session, one order. */
  _id: string;
  sessionId: string;
  paymentIntentId: string | null;
  productType: ProductType;
  resellerId: string | null;
  /** The seller's name at the time of sale. */
  businessName: string;
  livemode: boolean;
  /** The total that the buyer pays. Until the provider confirms it, the price of the checkout. */
  money: Money;
  /** What the total consists of. Absent on orders older than this field, and until the provider confirms it. */
  amounts?: AmountParts;
  /** The code that the discount came from. Absent without one. */
  discountCode?: string;
  /** The seller at the time of sale. Absent on orders older than this field. */
  sellerTerms?: SellerTerms;
  /** Derived: what the seller keeps. Absent on orders older than this field. */
  netMinor?: number;
  /** As the payer typed it; used for mails. `''` if the payment has none. */
  customerEmail: string;
  /** Canonical form of the address, used to find orders. */
  canonicalEmail: string;
  /** Why no mail reaches the customer. Reset when somebody corrects the address or a mail arrives. */
  emailProblem: EmailProblem | null;
  /** Timestamp of the latest settled mail, by the shared clock. Older outcomes are ignored. */
  mailSettledAt?: Date;
  /**
   * The latest sent mail with the key, which confirms the contract, and the hash of its canonical address. Absent until one is
   * sent, and on orders older than this field.
   */
  confirmation?: { emailHash: string; sentAt: Date };
  /** Time of the latest correction, by the shared clock. Absent if the address was never corrected. */
  emailCorrectedAt?: Date;
  customerName: string | null;
  customerBusinessName: string | null;
  /** Absent on orders older than this field. */
  customerTaxId?: CustomerTaxId | null;
  facts: PaymentFacts;
  /** Derived from `facts`, kept for lists. */
  status: OrderStatus;
  /** Derived from `facts`. Absent on orders older than this field. */
  hasInquiry?: boolean;
  /** Derived: the nearest deadline of a dispute that waits for the seller. Absent on orders older than this field. */
  disputeDueAt?: Date | null;
  /** Derived: whether it has or had a dispute or inquiry. Absent on orders older than this field. */
  hasDispute?: boolean;
  /** Derived: what was refunded. Absent on orders older than this field. */
  refundedMinor?: number;
  /** The refunds that the seller requested here, oldest first, at most `MAX_REFUND_REQUESTS`. */
  refundRequests?: RefundRequest[];
  /** Derived: whether the provider has not confirmed one of them yet. */
  isRefundRequested?: boolean;
  /** The buyer's withdrawal. Absent without one. */
  withdrawal?: Withdrawal;
  /** When a request that may not have reached the provider is sent again. */
  refundDueAt?: Date | null;
  /** Whether the paid order is published to other services. It waits until there is an address for the key. */
  isPaidPublished: boolean;
  /** Since when a webhook reports the order as paid while the provider could not confirm it. */
  unconfirmedAt?: Date;
  /** Incremented with every change of the facts. Writers compare it and events carry it. */
  revision: number;
  /** The time when the service learned of the order. Immutable. */
  createdAt: Date;
  /** The time in the provider's event. A later report may correct it. */
  paidAt: Date | null;
  /** Sort field of lists, periods and sums: `paidAt`, or `createdAt` until payment. Stored for indexes and cursors. */
  soldAt: Date;
  /** Derived from `status`. Lists find the few other orders by a partial index. */
  isCompleted: boolean;
  sealedLicenseKey: string | null;
  /** The number of that key. Absent unless the key was replaced. */
  licenseKeyNumber?: number;
  licenseId: string | null;
  /** The provider's invoice, once somebody has opened the receipt. */
  invoice?: Invoice;
  /**
   * Entries about the order, oldest first, at most `MAX_HISTORY` about the payment. Absent on orders older than this
   * field.
   */
  history?: HistoryEntry[];
  /** When a paid but unfulfilled order is published again. Absent on all others. */
  republishAt?: Date;
  publishCount: number;
  /** When the customer's data were erased. Later payment data must not restore them. */
  erasedAt?: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<OrderDocument>(
  {
    _id: { type: String, required: true },
    sessionId: { type: String, required: true },
    paymentIntentId: { type: String, default: null },
    productType: { type: String, required: true },
    resellerId: { type: String, default: null },
    businessName: { type: String, required: true },
    livemode: { type: Boolean, required: true },
    money: moneyFields,
    amounts: {
      type: new Schema(
        { subtotalMinor: Number, discountMinor: Number, taxMinor: Number, isTaxIncluded: Boolean },
        { _id: false },
      ),
    },
    discountCode: String,
    sellerTerms: Object,
    netMinor: Number,
    customerEmail: { type: String, default: '' },
    canonicalEmail: { type: String, default: '' },
    emailProblem: { type: String, default: null },
    mailSettledAt: { type: Date },
    confirmation: { type: new Schema({ emailHash: String, sentAt: Date }, { _id: false }) },
    emailCorrectedAt: { type: Date },
    customerName: { type: String, default: null },
    customerBusinessName: { type: String, default: null },
    customerTaxId: Object,
    facts: { type: Object, required: true },
    status: { type: String, required: true },
    hasInquiry: Boolean,
    disputeDueAt: { type: Date },
    hasDispute: Boolean,
    refundedMinor: Number,
    // Plain objects, because the requests are only written as a whole.
    refundRequests: { type: [Object], default: undefined },
    isRefundRequested: Boolean,
    refundDueAt: { type: Date },
    withdrawal: { type: Object, default: undefined },
    isPaidPublished: { type: Boolean, default: false },
    unconfirmedAt: { type: Date },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true, immutable: true },
    paidAt: { type: Date, default: null },
    soldAt: { type: Date, required: true },
    isCompleted: { type: Boolean, required: true },
    sealedLicenseKey: { type: String, default: null },
    licenseKeyNumber: Number,
    licenseId: { type: String, default: null },
    invoice: { type: new Schema({ url: String, pdfUrl: String }, { _id: false }) },
    history: {
      type: [{ _id: false, at: Date, kind: String, refundedMinor: Number, traceId: String }],
      default: [],
    },
    republishAt: { type: Date },
    publishCount: { type: Number, default: 0 },
    erasedAt: { type: Date },
  },
  { minimize: false },
);

/** Earlier than every date here, for partial indexes that leave out `null`. */
export const EPOCH = new Date(0);

/** Equals the filter of the partial index, so that the database can use the index. */
export const NOT_COMPLETED = { isCompleted: false } as const;

/** The time of payment, or of creation until then. Orders of an earlier version have no `soldAt`. */
export function dateOfSale({ paidAt, createdAt }: Pick<OrderDocument, 'paidAt' | 'createdAt'>): Date {
  return paidAt ?? createdAt;
}

/** Derives the fields that lists and sums use. Every change of an order writes them. */
export function listFields(
  order: Pick<
    OrderDocument,
    'status' | 'paidAt' | 'createdAt' | 'money' | 'amounts' | 'facts' | 'refundRequests'
  >,
): Pick<
  OrderDocument,
  | 'soldAt'
  | 'isCompleted'
  | 'netMinor'
  | 'refundedMinor'
  | 'isRefundRequested'
  | 'disputeDueAt'
  | 'hasDispute'
> {
  return {
    soldAt: dateOfSale(order),
    isCompleted: order.status === 'completed',
    netMinor: netMinorOf(order),
    refundedMinor: refundedMinor(order.facts),
    disputeDueAt: nextDisputeDue(order.facts),
    hasDispute: Object.keys(order.facts.disputes).length > 0,
    isRefundRequested: order.status !== 'refunded' && findOpenRequest(order) !== undefined,
  };
}

/** Indexes in the sort order of the lists, so that a page costs the same however long the list is. */
export const ORDER_INDEXES = {
  everySellers: {
    soldAt: { soldAt: -1, _id: -1 },
    'money.amountMinor': { 'money.amountMinor': 1, _id: 1 },
  },
  oneSellers: {
    soldAt: { resellerId: 1, soldAt: -1, _id: -1 },
    'money.amountMinor': { resellerId: 1, 'money.amountMinor': 1, _id: 1 },
  },
  /** Orders that are not completed: a few percent. */
  notCompleted: { status: 1, soldAt: -1, _id: -1 },
  /** Orders whose customer no mail reaches: even fewer. */
  withEmailProblem: { emailProblem: 1 },
  unconfirmed: { unconfirmedAt: 1 },
  refundDue: { refundDueAt: 1 },
  disputeDue: { resellerId: 1, disputeDueAt: 1 },
  /** Orders that the buyer withdrew from: a few percent. */
  withdrawn: { 'withdrawal.outcome': 1 },
} as const;
schema.index(ORDER_INDEXES.everySellers.soldAt);
schema.index(ORDER_INDEXES.everySellers['money.amountMinor']);
schema.index(ORDER_INDEXES.oneSellers.soldAt);
schema.index(ORDER_INDEXES.oneSellers['money.amountMinor']);
schema.index(ORDER_INDEXES.notCompleted, { partialFilterExpression: NOT_COMPLETED });
schema.index(ORDER_INDEXES.withEmailProblem, { partialFilterExpression: { emailProblem: { $gt: '' } } });
schema.index(ORDER_INDEXES.unconfirmed, { sparse: true });
schema.index(ORDER_INDEXES.refundDue, { partialFilterExpression: { refundDueAt: { $gt: EPOCH } } });
schema.index(ORDER_INDEXES.disputeDue, { partialFilterExpression: { disputeDueAt: { $gt: EPOCH } } });
schema.index(ORDER_INDEXES.withdrawn, { partialFilterExpression: { 'withdrawal.outcome': { $gt: '' } } });
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ paymentIntentId: 1 });
schema.index({ canonicalEmail: 1 });
schema.index({ licenseId: 1 }, { sparse: true });
schema.index({ resellerId: 1, paidAt: 1 });
schema.index({ paidAt: 1 });
schema.index({ republishAt: 1 }, { sparse: true });

export function orderModel(database: Connection): OutboxModel<OrderDocument> {
  return outboxModel(database, 'Order', schema, 'orders');
}
