import { Schema, type Connection, type Model } from 'mongoose';

/** One version of the selectors; versions are never changed. */
export interface SelectorsVersion {
  /** 1, 2, 3, … */
  _id: number;
  text: string;
  savedAt: Date;
  /** The user name of the admin. */
  savedBy: string;
}

const schema = new Schema<SelectorsVersion>({
  _id: Number,
  text: { type: String, required: true },
  savedAt: { type: Date, required: true },
  savedBy: { type: String, required: true },
});

export type SelectorsVersions = Model<SelectorsVersion>;

export function selectorsModel(database: Connection): SelectorsVersions {
  return database.model<SelectorsVersion>('SelectorsVersion', schema, 'selectors_versions');
}
