import { Schema, type Connection, type Model } from 'mongoose';

/** How many reports one license sent within an hour; its pseudonym is another one in the next hour. */
interface CaptureReporter {
  _id: string;
  reports: number;
  expiresAt: Date;
}

const schema = new Schema<CaptureReporter>({
  _id: String,
  reports: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type CaptureReporters = Model<CaptureReporter>;

export function captureReporterModel(database: Connection): CaptureReporters {
  return database.model<CaptureReporter>('CaptureReporter', schema, 'capture_reporters');
}
