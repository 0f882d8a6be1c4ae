import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';
import type { LogFields } from '@leadping/service-kit/telemetry/trace-context';
import { Schema, type Connection, type Model } from 'mongoose';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';
import { moneyFields } from '../pricing/money-fields.ts';

/** A checkout that we started. A provider's session counts as ours only by one of these. */
export interface CheckoutDocument {
  /** Also the id of the order that comes of it. */
  _id: string;
  productType: ProductType;
  resellerId: string | null;
  livemode: boolean;
  /** The price at the time; a payment of anything else makes no order. */
  money: Money;
  /** The seller's choice at the time. Stored, because a retry must send the provider the same bytes. */
  tax?: SellerTax;
  /** The seller's discount code. Absent without one. */
  discount?: { code: string; promotionCodeId: string };
  /** The buyer's consent to immediate delivery, as they read it. Absent if the seller did not ask. */
  deliveryConsent?: { text: string; at: Date } | undefined;
  businessName: string;
  successUrl: string;
  /** The page to return to after a cancelled payment: ours, or the embedding page. */
  cancelUrl: string;
  /**
   * Id of our page that shows the host of `cancelUrl`. Only set if `cancelUrl` is neither ours nor on a site that the
   * reseller listed.
   */
  returnId?: string;
  /** Hash of the caller's idempotency key. Absent without a key. */
  idempotencyHash?: string;
  /** Absent until the provider has replied. */
  sessionId?: string;
  url?: string;
  /** `sealTerms`. Stored, because a retry must send the provider the same bytes. */
  sealedTerms: string;
  /** When the provider was last queried about the session. */
  askedAt: Date | null;
  /** The session's state at that time. Absent until then, and if the provider did not reply. */
  sessionStatus?: CheckoutSession['status'];
  createdAt: Date;
  /** When an unpaid checkout is deleted. Removed before an order is created from it. */
  forgottenAt?: Date;
}

/** The order that it becomes has its id. */
export function checkoutIds({ _id, resellerId }: Pick<CheckoutDocument, '_id' | 'resellerId'>): LogFields {
  return { orderId: _id, ...(resellerId === null ? {} : { resellerId }) };
}

/**
 * A session can be paid for a day, a late payment is settled within weeks, and the provider lists events for 30 days:
 * after this nothing can ask for an unpaid checkout any more.
 */
export const UNPAID_KEPT_MS = 90 * 24 * 3_600_000;

const schema = new Schema<CheckoutDocument>({
  _id: { type: String, required: true },
  productType: { type: String, required: true },
  resellerId: { type: String, default: null },
  livemode: { type: Boolean, required: true },
  money: moneyFields,
  tax: { type: Object },
  discount: { type: new Schema({ code: String, promotionCodeId: String }, { _id: false }) },
  deliveryConsent: { type: new Schema({ text: String, at: Date }, { _id: false }) },
  businessName: { type: String, required: true },
  successUrl: { type: String, required: true },
  cancelUrl: { type: String, required: true },
  returnId: { type: String },
  idempotencyHash: { type: String },
  sessionId: { type: String },
  url: { type: String },
  sealedTerms: { type: String, required: true },
  askedAt: { type: Date, default: null },
  sessionStatus: { type: String },
  createdAt: { type: Date, required: true },
  forgottenAt: { type: Date },
});
schema.index({ idempotencyHash: 1 }, { unique: true, sparse: true });
schema.index({ returnId: 1 }, { unique: true, sparse: true });
schema.index({ sessionId: 1 }, { unique: true, sparse: true });
schema.index({ forgottenAt: 1 }, { expireAfterSeconds: 0, sparse: true });

export function checkoutModel(database: Connection): Model<CheckoutDocument> {
  return database.model<CheckoutDocument>('Checkout', schema, 'checkouts');
}
