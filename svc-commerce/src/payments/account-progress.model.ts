import { Schema, type Connection, type Model } from 'mongoose';

/** How far the reconcile job has read the events of one payment account. */
export interface AccountProgress {
  /** `accountName`. */
  _id: string;
  resellerId: string | null;
  livemode: boolean;
  /** The newest event that was applied; `null` before the first run. */
  lastEventId: string | null;
  /** Events before this moment need no reading: the account's first checkout. */
  since: Date;
  /** When an instance may take it up next; also the lease of the one that is at it. */
  nextRunAt: Date;
}

const schema = new Schema<AccountProgress>({
  _id: { type: String, required: true },
  resellerId: { type: String, default: null },
  livemode: { type: Boolean, required: true },
  lastEventId: { type: String, default: null },
  since: { type: Date, required: true },
  nextRunAt: { type: Date, required: true },
});
schema.index({ nextRunAt: 1 });

export function accountProgressModel(database: Connection): Model<AccountProgress> {
  return database.model<AccountProgress>('AccountProgress', schema, 'account_progress');
}
