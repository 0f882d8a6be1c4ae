import { Schema, type Connection, type Model } from 'mongoose';

/**
 * An event that NATS has on its disk, kept for a day: consumers may not have had it yet when NATS loses its store. Until
 * then nobody reads it.
 */
export interface PublishedEvent {
  /** The effect's id. */
  _id: string;
  subject: string;
  version: number;
  payload: unknown;
  at: Date;
  /** When the stream that took it was made: a stream made later has lost it. */
  streamCreatedAt: string;
}

const KEPT_SECONDS = 24 * 3600;

const schema = new Schema<PublishedEvent>(
  {
    _id: String,
    subject: { type: String, required: true },
    version: { type: Number, required: true },
    payload: Object,
    at: { type: Date, required: true },
    streamCreatedAt: { type: String, required: true },
  },
  { minimize: false, versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function publishedEventModel(database: Connection): Model<PublishedEvent> {
  return database.model<PublishedEvent>('PublishedEvent', schema, 'told_events');
}
