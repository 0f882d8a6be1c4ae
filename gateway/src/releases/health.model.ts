import { Schema, type Connection, type Model } from 'mongoose';

/** How one version of an app did in one minute. */
export interface HealthMinute {
  /** `<app>@<version> <minute>`, so that every instance counts into the same document. */
  _id: string;
  build: string;
  minute: Date;
  loads: number;
  failures: number;
  /** By vital and bucket: how many pages measured a value in it. */
  vitals: Record<string, Record<string, number>>;
}

export type HealthModel = Model<HealthMinute>;

const THIRTY_DAYS = 30 * 24 * 3600;

export function healthModel(database: Connection): HealthModel {
  const schema = new Schema<HealthMinute>(
    {
      _id: { type: String, required: true },
      build: { type: String, required: true },
      minute: { type: Date, required: true },
      loads: { type: Number, default: 0 },
      failures: { type: Number, default: 0 },
      vitals: { type: Schema.Types.Mixed, default: {} },
    },
    { versionKey: false, collection: 'release-health', autoIndex: false },
  );
  schema.index({ build: 1, minute: 1 });
  schema.index({ minute: 1 }, { expireAfterSeconds: THIRTY_DAYS });
  return database.model<HealthMinute>('HealthMinute', schema);
}
