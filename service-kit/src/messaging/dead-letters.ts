import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** An event that a consumer gave up after its last delivery. */
export interface DeadLetter {
  _id: string;
  eventId: string;
  consumer: string;
  subject: string;
  version: number;
  payload: unknown;
  traceparent: string | null;
  /** Why the last attempt failed. */
  error: string;
  attempts: number;
  at: Date;
  replayedAt: Date | null;
}

const schema = new Schema<DeadLetter>(
  {
    _id: String,
    eventId: { type: String, default: '' },
    consumer: { type: String, required: true },
    subject: { type: String, required: true },
    version: { type: Number, required: true },
    payload: Object,
    traceparent: { type: String, default: null },
    error: { type: String, required: true },
    attempts: { type: Number, required: true },
    at: { type: Date, required: true },
    replayedAt: { type: Date, default: null },
  },
  { minimize: false },
);
schema.index({ replayedAt: 1, at: -1 });

export function deadLetterModel(database: Connection): Model<DeadLetter> {
  return database.model<DeadLetter>('DeadLetter', schema, 'dead_letters');
}
