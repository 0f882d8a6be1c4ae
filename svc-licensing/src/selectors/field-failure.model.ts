import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { FIELD_FAILURE_DAYS } from '@leadping/contracts/licensing/selectors-routes';
import { Schema, type Connection, type Model } from 'mongoose';

/** How often a field of one version was not found on one day; it holds nothing of a person or a device. */
export interface FieldFailure {
  /** `<day>/<version>/<field>` */
  _id: string;
  /** The beginning of the day (UTC). */
  day: Date;
  version: number;
  field: SelectableField;
  count: number;
}

const schema = new Schema<FieldFailure>({
  _id: String,
  day: { type: Date, required: true },
  version: { type: Number, required: true },
  field: { type: String, required: true },
  count: { type: Number, required: true },
});
schema.index({ day: 1 }, { expireAfterSeconds: FIELD_FAILURE_DAYS * 24 * 3600 });

export type FieldFailures = Model<FieldFailure>;

export function fieldFailureModel(database: Connection): FieldFailures {
  return database.model<FieldFailure>('FieldFailure', schema, 'field_failures');
}
