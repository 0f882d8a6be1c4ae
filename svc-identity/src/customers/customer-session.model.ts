import { Schema, type Connection, type Model } from 'mongoose';

/** A session that may only read and act for one address. It belongs to no user. */
export interface CustomerSession {
  /** Hash of the cookie's token. */
  _id: string;
  email: string;
  /** The canonical form. */
  emailKey: string;
  openedAt: Date;
  expiresAt: Date;
}

const schema = new Schema<CustomerSession>({
  _id: String,
  email: { type: String, required: true },
  emailKey: { type: String, required: true, index: true },
  openedAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type CustomerSessions = Model<CustomerSession>;

export function customerSessionModel(database: Connection): CustomerSessions {
  return database.model<CustomerSession>('CustomerSession', schema, 'customer_sessions');
}
