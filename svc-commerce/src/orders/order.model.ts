import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { OrderStatus } from '@leadping/contracts/commerce/order-routes';
import type { Money } from '@leadping/contracts/money';
import { addOutbox, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PaymentFacts } from './payment-facts.ts';

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
  customerEmail: string;
  customerName: string | null;
  customerBusinessName: string | null;
  facts: PaymentFacts;
  /** Derived from `facts`, kept for lists. */
  status: OrderStatus;
  /** Grows with every change of the facts; writers compare it, events carry it. */
  revision: number;
  createdAt: Date;
  paidAt: Date | null;
  sealedLicenseKey: string | null;
  /** When an order that is paid and not fulfilled is told again; absent on all others. */
  republishAt?: Date;
  publishCount: number;
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
    money: {
      type: new Schema<Money>(
        { amountMinor: { type: Number, required: true }, currency: { type: String, required: true } },
        { _id: false },
      ),
      required: true,
    },
    customerEmail: { type: String, default: '' },
    customerName: { type: String, default: null },
    customerBusinessName: { type: String, default: null },
    facts: { type: Object, required: true },
    status: { type: String, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    paidAt: { type: Date, default: null },
    sealedLicenseKey: { type: String, default: null },
    republishAt: { type: Date },
    publishCount: { type: Number, default: 0 },
  },
  { minimize: false },
);
schema.index({ sessionId: 1 }, { unique: true });
schema.index({ paymentIntentId: 1 });
schema.index({ resellerId: 1, _id: -1 });
schema.index({ republishAt: 1 }, { sparse: true });
addOutbox(schema as unknown as Schema);

export function orderModel(database: Connection): Model<OrderDocument> {
  return database.model<OrderDocument>('Order', schema, 'orders');
}
