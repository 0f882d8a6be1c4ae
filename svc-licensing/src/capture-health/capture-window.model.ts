import { Schema, type Connection, type Model } from 'mongoose';
import type { Counts } from './capture-count.model.ts';

/** Licenses that a window remembers: an alert asks for five. */
export const LICENSES_KEPT = 10;

/** The presses of a few minutes on one layout, by which an alert is raised. Dropped after two hours. */
export interface CaptureWindow extends Counts {
  /** `<begin>/<layout>` */
  _id: string;
  begin: Date;
  layout: string;
  /** Pseudonyms that change every day, so that one license is counted once. */
  licenses: string[];
}

const schema = new Schema<CaptureWindow>(
  {
    _id: String,
    begin: { type: Date, required: true },
    layout: { type: String, required: true },
    presses: { type: Number, required: true },
    failures: { type: Object, default: {} },
    licenses: { type: [String], default: [] },
  },
  { minimize: false },
);
schema.index({ layout: 1, begin: 1 });
schema.index({ begin: 1 }, { expireAfterSeconds: 2 * 3600 });

export type CaptureWindows = Model<CaptureWindow>;

export function captureWindowModel(database: Connection): CaptureWindows {
  return database.model<CaptureWindow>('CaptureWindow', schema, 'capture_windows');
}
