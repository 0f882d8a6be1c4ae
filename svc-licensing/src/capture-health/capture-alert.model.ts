import { CAPTURE_COUNT_DAYS } from '@leadping/contracts/licensing/capture-report-routes';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import type { Counts } from './capture-count.model.ts';

/** Captures of one layout failed; the figures are those of the hour before `at`. One a day for a layout. */
export interface CaptureAlert extends Counts {
  /** `<day>/<layout>` */
  _id: string;
  at: Date;
  layout: string;
  licenses: number;
  fields: SelectableField[];
  outbox?: OutboxEntry[];
}

const schema = new Schema<CaptureAlert>({
  _id: String,
  at: { type: Date, required: true },
  layout: { type: String, required: true },
  presses: { type: Number, required: true },
  failures: { type: Object, required: true },
  licenses: { type: Number, required: true },
  fields: { type: [String], required: true },
});
schema.index({ at: 1 }, { expireAfterSeconds: CAPTURE_COUNT_DAYS * 24 * 3600 });

export type CaptureAlerts = OutboxModel<CaptureAlert>;

export function captureAlertModel(database: Connection): CaptureAlerts {
  return outboxModel(database, 'CaptureAlert', schema, 'capture_alerts');
}
