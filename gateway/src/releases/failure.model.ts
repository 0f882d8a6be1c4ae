import { Schema, type Connection, type Model } from 'mongoose';

/** A failed page of a visitor. A network has at most `PEOPLE_OF_ONE_SITE` of these per build. */
export interface Failure {
  /** `<app>@<version> <site> <place>`. The same on every instance, so that no visitor is counted twice. */
  _id: string;
  build: string;
  /** The visitor's network: a /24 of IPv4 or a /32 of IPv6. */
  site: string;
  message: string;
  at: Date;
}

export type FailureModel = Model<Failure>;

const ONE_DAY = 24 * 3600;

export function failureModel(database: Connection): FailureModel {
  const schema = new Schema<Failure>(
    {
      _id: { type: String, required: true },
      build: { type: String, required: true },
      site: { type: String, required: true },
      message: { type: String, required: true },
      at: { type: Date, required: true },
    },
    { versionKey: false, collection: 'release-failures', autoIndex: false },
  );
  schema.index({ build: 1, at: 1 });
  schema.index({ at: 1 }, { expireAfterSeconds: ONE_DAY });
  return database.model<Failure>('Failure', schema);
}
