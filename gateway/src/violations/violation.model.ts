import type { Violation } from '@leadping/contracts/gateway/violation-routes';
import { Schema, type Connection, type Model } from 'mongoose';

/** Number of violations of one kind on one day's pages of a version. Nothing about the visitors is stored. */
export interface ViolationCount extends Omit<Violation, 'firstDay' | 'lastDay'> {
  _id: string;
  day: string;
  expiresAt: Date;
}

export type ViolationModel = Model<ViolationCount>;

const text = { type: String, default: '' };

export function violationModel(database: Connection): ViolationModel {
  const schema = new Schema<ViolationCount>(
    {
      _id: { type: String, required: true },
      day: { type: String, required: true },
      app: { type: String, required: true },
      version: { type: String, required: true },
      directive: { type: String, required: true },
      blocked: text,
      source: text,
      page: text,
      sink: text,
      disposition: { type: String, required: true },
      expiresAt: { type: Date, required: true },
      count: { type: Number, default: 0 },
    },
    { versionKey: false, collection: 'violations', autoIndex: false },
  );
  schema.index({ day: -1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return database.model<ViolationCount>('ViolationCount', schema);
}
