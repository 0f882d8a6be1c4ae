import { Schema, type Connection, type Model } from 'mongoose';

/** A network that pages were served to. */
export interface KnownNetwork {
  /** A keyed hash of the network, so that the list contains no addresses. */
  _id: string;
  firstSeenAt: Date;
  seenAt: Date;
}

export type KnownNetworkModel = Model<KnownNetwork>;

const THIRTY_DAYS = 30 * 24 * 3600;

export function knownNetworkModel(database: Connection): KnownNetworkModel {
  const schema = new Schema<KnownNetwork>(
    {
      _id: { type: String, required: true },
      firstSeenAt: { type: Date, required: true },
      seenAt: { type: Date, required: true },
    },
    { versionKey: false, collection: 'known-networks', autoIndex: false },
  );
  schema.index({ seenAt: 1 }, { expireAfterSeconds: THIRTY_DAYS });
  return database.model<KnownNetwork>('KnownNetwork', schema);
}
