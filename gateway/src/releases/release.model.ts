import { RELEASE_ACTIONS } from '@leadping/contracts/gateway/release-routes';
import { Schema, type Connection, type Model } from 'mongoose';

export type ReleaseAction = (typeof RELEASE_ACTIONS)[number];

/**
 * One revision of the registry. The revision is the document id, so two writers of the same revision cannot both
 * succeed.
 */
export interface ReleaseRecord {
  _id: number;
  at: Date;
  by: string;
  action: ReleaseAction;
  /** The apps that this revision changed. */
  apps: string[];
  note: string;
  /** The evidence for an automatic rollback. */
  evidence: RollbackEvidence | null;
  /** When the admins were notified of an automatic rollback. */
  announcedAt: Date | null;
  /** Every build that is served at this revision, as `name@version`. */
  builds: string[];
  /** The state as signed text. */
  state: string;
  signature: string;
}

export interface RollbackEvidence {
  visitors: number;
  networks: number;
  loads: number;
  messages: string[];
}

export type ReleaseModel = Model<ReleaseRecord>;

export function releaseModel(database: Connection): ReleaseModel {
  const schema = new Schema<ReleaseRecord>(
    {
      _id: { type: Number, required: true },
      at: { type: Date, required: true },
      by: { type: String, required: true },
      action: { type: String, enum: RELEASE_ACTIONS, required: true },
      apps: { type: [String], required: true },
      note: { type: String, default: '' },
      evidence: { type: Schema.Types.Mixed, default: null },
      announcedAt: { type: Date, default: null },
      builds: { type: [String], required: true },
      state: { type: String, required: true },
      signature: { type: String, required: true },
    },
    { versionKey: false, collection: 'releases', autoIndex: false },
  );
  schema.index({ builds: 1, _id: -1 });
  schema.index({ apps: 1, _id: -1 });
  schema.index({ action: 1, announcedAt: 1, _id: 1 });
  return database.model<ReleaseRecord>('Release', schema);
}
