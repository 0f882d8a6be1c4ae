import { Schema, type Connection, type Model } from 'mongoose';

/** Licenses that a holder created without a payment, and the limits that an admin set. */
export interface Quota {
  /** The reseller's id, or `admin:<user id>`. */
  _id: string;
  perDay?: number;
  total?: number;
  /** The UTC day that `usedToday` counts, as in `2026-11-20`. */
  day: string;
  usedToday: number;
  usedTotal: number;
}

const schema = new Schema<Quota>({
  _id: String,
  perDay: Number,
  total: Number,
  day: { type: String, required: true },
  usedToday: { type: Number, required: true },
  usedTotal: { type: Number, required: true },
});

export type Quotas = Model<Quota>;

export function quotaModel(database: Connection): Quotas {
  return database.model<Quota>('Quota', schema, 'license_quotas');
}
