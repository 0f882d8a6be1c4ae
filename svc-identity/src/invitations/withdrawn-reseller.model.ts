import { Schema, type Connection, type Model } from 'mongoose';

/** A reseller that was deleted: an invitation of theirs that is still on its way gives nobody rights. */
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
