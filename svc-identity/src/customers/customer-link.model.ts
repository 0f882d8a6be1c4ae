import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';

/** A mailed link that opens a customer's session once. Deleted with its use. */
export interface CustomerLink {
  /** Hash of the token, so that a reader of the database cannot open the session. */
  _id: string;
  email: string;
  /** The canonical form. */
  emailKey: string;
  expiresAt: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<CustomerLink>({
  _id: String,
  email: { type: String, required: true },
  emailKey: { type: String, required: true, index: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type CustomerLinks = OutboxModel<CustomerLink>;

export function customerLinkModel(database: Connection): CustomerLinks {
  return outboxModel(database, 'CustomerLink', schema, 'customer_links');
}
