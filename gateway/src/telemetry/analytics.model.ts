import { Schema, type Connection, type Model } from 'mongoose';

/** Number of events on one day. Only counts are stored, nothing about a visitor, and they expire. */
export interface DailyCount {
  _id: string;
  day: string;
  name: string;
  category: string;
  label: string;
  app: string;
  expiresAt: Date;
  count: number;
  /** Sum of the events' values by currency. `none` for events without a currency. */
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
