import { CAPTURE_COUNT_DAYS } from '@leadping/contracts/licensing/capture-report-routes';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { Schema, type Connection, type Model } from 'mongoose';

export interface Counts {
  presses: number;
  /** How many of the presses did not find a field. */
  failures: Partial<Record<SelectableField, number>>;
}

/** The presses of one day on one layout with one version of extension and selectors; nothing of a person or a license. */
export interface CaptureCount extends Counts {
  /** `<day>/<layout>/<version>/<extension>` */
  _id: string;
  /** The beginning of the day (UTC). */
  day: Date;
  layout: string;
  version: number;
  extension: string;
}

const schema = new Schema<CaptureCount>(
  {
    _id: String,
    day: { type: Date, required: true },
    layout: { type: String, required: true },
    version: { type: Number, required: true },
    extension: { type: String, required: true },
    presses: { type: Number, required: true },
    failures: { type: Object, default: {} },
  },
  { minimize: false },
);
schema.index({ day: 1 }, { expireAfterSeconds: CAPTURE_COUNT_DAYS * 24 * 3600 });

export type CaptureCounts = Model<CaptureCount>;

export function captureCountModel(database: Connection): CaptureCounts {
  return database.model<CaptureCount>('CaptureCount', schema, 'capture_counts');
}
