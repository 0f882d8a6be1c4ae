import type { LogRecord } from '@leadping/contracts/support/log-events';
import { Schema, type Connection, type Model } from 'mongoose';

export interface StoredLog extends Pick<LogRecord, 'level' | 'category' | 'message' | 'data'> {
  /** The event's id: a line that is published twice is one. */
  _id: string;
  service: string;
  at: Date;
}

const schema = new Schema<StoredLog>(
  {
    _id: String,
    service: { type: String, required: true },
    level: { type: String, required: true },
    category: { type: String, required: true },
    message: { type: String, required: true },
    data: { type: Object, required: true },
    at: { type: Date, required: true },
  },
  { minimize: false },
);
schema.index({ at: -1 });
schema.index({ category: 1, at: -1 });
schema.index({ level: 1, at: 1 });
schema.index({ 'data.traceId': 1 }, { sparse: true });

export type SystemLogs = Model<StoredLog>;

export function systemLogModel(database: Connection): SystemLogs {
  return database.model<StoredLog>('SystemLog', schema, 'system_logs');
}
