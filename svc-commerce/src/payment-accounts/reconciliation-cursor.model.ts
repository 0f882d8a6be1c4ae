import { Schema, type Connection, type Model } from 'mongoose';

/** How often an account's events are read. */
export const RECONCILE_INTERVAL_MS = 5 * 60_000;

/** How far the reconcile job has read the events of one payment account. */
export interface ReconciliationCursor {
  /** `accountName`. */
  _id: string;
  resellerId: string | null;
  livemode: boolean;
  /** Every event before this moment has been applied; at first the moment of the account's first checkout. */
  since: Date;
  /** The owner has removed the keys. If they are added again, reading continues from `since`. */
  withoutKeys?: boolean;
  /** When an instance may take it up next; also the lease of the one that is at it. */
  nextRunAt: Date;
}

const schema = new Schema<ReconciliationCursor>({
  _id: { type: String, required: true },
  resellerId: { type: String, default: null },
  livemode: { type: Boolean, required: true },
  since: { type: Date, required: true },
  withoutKeys: Boolean,
  nextRunAt: { type: Date, required: true },
});
schema.index({ nextRunAt: 1 });

export function reconciliationCursorModel(database: Connection): Model<ReconciliationCursor> {
  return database.model<ReconciliationCursor>('ReconciliationCursor', schema, 'account_progress');
}
