import { Schema, type Connection, type Model } from 'mongoose';

/** Health of one version of an app in one minute. */
export interface HealthMinute {
  /** `<app>@<version> <minute>`, so that all instances count in the same document. */
  _id: string;
  build: string;
  minute: Date;
  loads: number;
  failures: number;
  /** Number of pages per vital and bucket. */
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
