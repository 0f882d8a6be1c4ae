import { Schema, type Connection, type Model } from 'mongoose';

/** A deleted reseller. A late invitation of this reseller gives no rights. */
export interface WithdrawnReseller {
  /** The reseller's id. */
  _id: string;
  withdrawnAt: Date;
}

const schema = new Schema<WithdrawnReseller>({
  _id: String,
  withdrawnAt: { type: Date, required: true },
});

export function withdrawnResellerModel(database: Connection): Model<WithdrawnReseller> {
  return database.model<WithdrawnReseller>('WithdrawnReseller', schema, 'withdrawn_resellers');
}
