import type { OrderChangeNotice } from '@leadping/contracts/commerce/order-webhook-events';
import type { DeliveryState } from '@leadping/contracts/commerce/order-webhook-routes';
import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import type { LicenseCause } from '@leadping/contracts/licensing/license-events';
import { Schema, type Connection, type Model } from 'mongoose';
import type { z } from 'zod';
import type { Receiver } from '../webhook-endpoints/endpoint.ts';

export interface DeliveryAttempt {
  at: Date;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** A change of an order or its license, as it was when it was recorded. */
export type WebhookChange =
  | OrderChangeNotice
  | { event: 'license.revoked' | 'license.reinstated'; status: LicenseStatus; cause: LicenseCause };

/**
 * The delivery log: the webhook of one order, or of a change of it, to one receiver, with every attempt. Each attempt
 * builds the payload again.
 */
export interface DeliveryDocument {
  /**
   * `<order id>:<receiver>`, followed by the id of the change if there is one. Receivers deduplicate by it as the
   * webhook-id.
   */
  _id: string;
  orderId: string;
  /** Absent for `order.completed`, which reports the whole order. */
  change?: WebhookChange;
  changedAt?: Date;
  receiver: Receiver;
  url: string;
  state: z.infer<typeof DeliveryState>;
  /** The next of the ten attempts, counted from 0. */
  nextAttempt: number;
  /** When the next attempt is due. It is also the lease of the instance that makes the attempt. */
  nextAttemptAt: Date | null;
  attempts: DeliveryAttempt[];
  replayedAt: Date | null;
  /** When the delivery was stopped; null in any other state. */
  stoppedAt: Date | null;
  /** Trace of the event that queued the delivery. */
  traceparent?: string;
  createdAt: Date;
}

const schema = new Schema<DeliveryDocument>({
  _id: { type: String, required: true },
  orderId: { type: String, required: true },
  change: { type: Object, default: undefined },
  changedAt: { type: Date, default: undefined },
  receiver: { type: String, required: true },
  url: { type: String, required: true },
  state: { type: String, required: true },
  nextAttempt: { type: Number, required: true },
  nextAttemptAt: { type: Date, default: null },
  attempts: {
    type: [{ _id: false, at: Date, status: Number, error: String, durationMs: Number }],
    default: [],
  },
  replayedAt: { type: Date, default: null },
  stoppedAt: { type: Date, default: null },
  traceparent: String,
  createdAt: { type: Date, required: true },
});
schema.index({ state: 1, nextAttemptAt: 1 });
schema.index({ receiver: 1, state: 1, nextAttemptAt: 1 });
schema.index({ receiver: 1, createdAt: -1, _id: -1 });
schema.index({ state: 1, createdAt: -1, _id: -1 });
schema.index({ state: 1, stoppedAt: 1 });
schema.index({ orderId: 1 });

export function deliveryModel(database: Connection): Model<DeliveryDocument> {
  return database.model<DeliveryDocument>('WebhookDelivery', schema, 'webhook_deliveries');
}
