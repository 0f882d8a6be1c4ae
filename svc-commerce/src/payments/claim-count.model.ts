import { Schema, type Connection, type Model } from 'mongoose';

/** Payments that webhooks of one reseller reported within one clock hour. */
export interface ClaimCount {
  /** `<reseller>:<hour>`, the hour in hours since 1970. */
  _id: string;
  count: number;
  expiresAt: Date;
}

const schema = new Schema<ClaimCount>({
  _id: { type: String, required: true },
  count: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function claimCountModel(database: Connection): Model<ClaimCount> {
  return database.model<ClaimCount>('ClaimCount', schema, 'payment_claims');
}
