import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { EmailProblem, OrderStatus } from '@leadping/contracts/commerce/order-routes';
import type { Money } from '@leadping/contracts/money';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { moneyFields } from '../pricing/money-fields.ts';
import type { PaymentFacts } from './payment-facts.ts';

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
    | 'email-corrected';
  /** Minor units that were refunded by then, or that one failed refund was of. */
  refundedMinor?: number;
  /** Of the call or event that brought it. */
  traceId?: string;
}

/** What lists leave out of orders: it grows, and they do not show it. */
export const NOT_LISTED = { facts: 0, history: 0, outbox: 0 } as const;
export type ListedOrder = Omit<OrderDocument, keyof typeof NOT_LISTED>;

export interface OrderDocument {
  /** The id of the checkout that it came of: one checkout, one session, one order. */
  _id: string;
  sessionId: string;
  paymentIntentId: string | null;
  productType: ProductType;
  resellerId: string | null;
  /** The seller's name when it was sold. */
  businessName: string;
  livemode: boolean;
  money: Money;
  /** As the payer typed it: mails go there. `''` where the payment brought none. */
  customerEmail: string;
  /** The form it is found by. */
  canonicalEmail: string;
  /** Why no mail reaches the customer, until somebody corrects the address or a mail arrives. */
  emailProblem: EmailProblem | null;
  /** When the mail whose outcome was settled last was, by the shared clock; outcomes that are older change nothing. */
  mailSettledAt?: Date;
  /** By the shared clock; absent until somebody corrected it. */
  emailCorrectedAt?: Date;
  customerName: string | null;
  customerBusinessName: string | null;
  facts: PaymentFacts;
  /** Derived from `facts`, kept for lists. */
  status: OrderStatus;
  /** Derived from `facts` as well; absent on orders that are older than this field. */
  hasInquiry?: boolean;
  /** Whether the other services know that it is paid; held back while there is no address for the key. */
  isPaidPublished: boolean;
  /** Since when a webhook says that it is paid and the provider, which must confirm it, could not be asked. */
  unconfirmedAt?: Date;
  /** Grows with every change of the facts; writers compare it, events carry it. */
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
  licenseId: string | null;
  /** What became known of the payment, and when; oldest first. Of the payment at most `MAX_HISTORY`. */
  /** Absent on orders that are older than this field. */
  history?: HistoryEntry[];
  /** When an order that is paid and not fulfilled is published again; absent on all others. */
  republishAt?: Date;
  publishCount: number;
  /** When its person was removed; nothing of the payment account brings them back. */
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
    customerEmail: { type: String, default: '' },
    canonicalEmail: { type: String, default: '' },
    emailProblem: { type: String, default: null },
    mailSettledAt: { type: Date },
    emailCorrectedAt: { type: Date },
    customerName: { type: String, default: null },
    customerBusinessName: { type: String, default: null },
    facts: { type: Object, required: true },
    status: { type: String, required: true },
    hasInquiry: Boolean,
    isPaidPublished: { type: Boolean, default: false },
    unconfirmedAt: { type: Date },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true, immutable: true },
    paidAt: { type: Date, default: null },
    soldAt: { type: Date, required: true },
    isCompleted: { type: Boolean, required: true },
    sealedLicenseKey: { type: String, default: null },
    licenseId: { type: String, default: null },
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

/** Equals the filter of the partial index, so that the database can use the index. */
export const NOT_COMPLETED = { isCompleted: false } as const;

/** The time of payment, or of creation until then. Orders of an earlier version have no `soldAt`. */
export function dateOfSale({ paidAt, createdAt }: Pick<OrderDocument, 'paidAt' | 'createdAt'>): Date {
  return paidAt ?? createdAt;
}

/** Derives the fields that lists sort and filter by. Every change of an order writes them. */
export function listFields({
  status,
  ...dates
}: Pick<OrderDocument, 'status' | 'paidAt' | 'createdAt'>): Pick<OrderDocument, 'soldAt' | 'isCompleted'> {
  return { soldAt: dateOfSale(dates), isCompleted: status === 'completed' };
}

/** In these orders lists are read, so that a page costs the same however long the list is. */
export const ORDER_INDEXES = {
  everySellers: {
    soldAt: { soldAt: -1, _id: -1 },
    'money.amountMinor': { 'money.amountMinor': 1, _id: 1 },
  },
  oneSellers: {
    soldAt: { resellerId: 1, soldAt: -1, _id: -1 },
    'money.amountMinor': { resellerId: 1, 'money.amountMinor': 1, _id: 1 },
  },
  /** Orders that are not completed, which are a few of a hundred. */
  notCompleted: { status: 1, soldAt: -1, _id: -1 },
  /** Those whose customer no mail reaches: fewer still. */
  withEmailProblem: { emailProblem: 1 },
  unconfirmed: { unconfirmedAt: 1 },
} as const;
schema.index(ORDER_INDEXES.everySellers.soldAt);
schema.index(ORDER_INDEXES.everySellers['money.amountMinor']);
schema.index(ORDER_INDEXES.oneSellers.soldAt);
schema.index(ORDER_INDEXES.oneSellers['money.amountMinor']);
schema.index(ORDER_INDEXES.notCompleted, { partialFilterExpression: NOT_COMPLETED });
schema.index(ORDER_INDEXES.withEmailProblem, { partialFilterExpression: { emailProblem: { $gt: '' } } });
schema.index(ORDER_INDEXES.unconfirmed, { sparse: true });
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
