import { Schema, type Connection, type Model } from 'mongoose';

/** How often something happened on one day. No visitor stands behind it: only counts are stored, and they expire. */
export interface DailyCount {
  _id: string;
  day: string;
  name: string;
  category: string;
  label: string;
  app: string;
  expiresAt: Date;
  count: number;
  /** The sum of the events' values, by currency; `none` where an event named no currency. */
  values: Record<string, number>;
}

export type AnalyticsModel = Model<DailyCount>;

export function analyticsModel(database: Connection): AnalyticsModel {
  const schema = new Schema<DailyCount>(
    {
      _id: { type: String, required: true },
      day: { type: String, required: true },
      name: { type: String, required: true },
      category: { type: String, default: '' },
      label: { type: String, default: '' },
      app: { type: String, required: true },
      expiresAt: { type: Date, required: true },
      count: { type: Number, default: 0 },
      values: { type: Schema.Types.Mixed, default: {} },
    },
    { versionKey: false, collection: 'analytics', autoIndex: false },
  );
  schema.index({ day: 1, name: 1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return database.model<DailyCount>('DailyCount', schema);
}
