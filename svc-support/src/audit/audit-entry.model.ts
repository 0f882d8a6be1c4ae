import type { AuditRecord } from '@leadping/contracts/support/audit-events';
import type { ServiceName } from '@leadping/contracts/services';
import { Schema, type Connection, type Model } from 'mongoose';

export interface AuditEntryDocument extends Omit<AuditRecord, 'at'> {
  /** The event's id: an entry that is published twice is one. */
  _id: string;
  service: ServiceName;
  at: Date;
}

/** About thirteen months, enough for a yearly audit. */
const KEPT_SECONDS = 400 * 24 * 3600;

const schema = new Schema<AuditEntryDocument>(
  {
    _id: String,
    service: { type: String, required: true },
    at: { type: Date, required: true },
    actor: { type: Object, required: true },
    address: String,
    action: { type: String, required: true },
    summary: { type: String, required: true },
    target: { type: String, default: null },
    changes: { type: [Object], required: true } as never,
    outcome: { type: String, required: true },
    traceId: { type: String, default: null },
  },
  { minimize: false, versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
schema.index({ at: -1, _id: -1 });
schema.index({ 'actor.role': 1, at: -1, _id: -1 });
schema.index({ service: 1, at: -1, _id: -1 });
schema.index({ 'actor.username': 1, at: -1 });
schema.index({ 'actor.userId': 1, at: -1 });
schema.index({ 'actor.resellerId': 1, at: -1 });
schema.index({ target: 1, at: -1 });

export type AuditEntries = Model<AuditEntryDocument>;

export function auditEntryModel(database: Connection): AuditEntries {
  return database.model<AuditEntryDocument>('StoredAuditEntry', schema, 'audit_log');
}
