import { Schema, type Connection, type Model } from 'mongoose';

/**
 * What a visitor sent, until it is compared with the order. Every one is stored, so that the call takes the same time
 * whether or not its order exists.
 */
export interface WithdrawalStatement {
  /** Order number and hash of the address, so that a repeat is the same statement. */
  _id: string;
  orderId: string;
  /** Hash of the canonical address. */
  emailHash: string;
  name: string;
  receivedAt: Date;
  /** When it is compared, or again if that failed. */
  nextAttemptAt: Date;
}

const KEPT_SECONDS = 7 * 24 * 3600;

const schema = new Schema<WithdrawalStatement>({
  _id: { type: String, required: true },
  orderId: { type: String, required: true },
  emailHash: { type: String, required: true },
  name: { type: String, default: '' },
  receivedAt: { type: Date, required: true },
  nextAttemptAt: { type: Date, required: true },
});
schema.index({ nextAttemptAt: 1 });
schema.index({ receivedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function withdrawalStatementModel(database: Connection): Model<WithdrawalStatement> {
  return database.model<WithdrawalStatement>('WithdrawalStatement', schema, 'withdrawal_statements');
}
