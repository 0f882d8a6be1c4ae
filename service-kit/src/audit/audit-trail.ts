import { ERROR_STATUS } from '@leadping/contracts/errors';
import { auditRecorded, type AuditRecord } from '@leadping/contracts/support/audit-events';
import { shortNameOf, type ServiceName } from '@leadping/contracts/services';
import { createHash, randomUUID } from 'node:crypto';
import { Schema, trusted, type Connection } from 'mongoose';
import { isDuplicateKey } from '../data/duplicate-key.ts';
import { watchWrites } from '../data/watch-writes.ts';
import { DomainError } from '../domain-error.ts';
import type { Audited, AuditedWork } from '../http/audited.ts';
import { outboxEntry, outboxModel, type OutboxEntry, type OutboxModel } from '../messaging/outbox.ts';
import type { Relay } from '../messaging/relay.ts';
import type { Log } from '../telemetry/log.ts';
import { currentTraceId } from '../telemetry/trace-context.ts';
import { changedFields, maskSecretsIn } from './audit-changes.ts';
import { collectChange, type Change } from './record-change.ts';

export interface AuditTrail extends AuditedWork {
  /** Records an action that has no call of its own, such as a sign-in key that a page registered. */
  record: (what: Audited) => Promise<void>;
  /** Creates the indexes, for a process that starts without its database. */
  createIndexes: () => Promise<void>;
  /** Publishes the open entries of processes that died. */
  settleLost: () => Promise<void>;
}

interface AuditDocument {
  _id: string;
  record: AuditRecord;
  at: Date;
  isOpen: boolean;
  outbox?: OutboxEntry[];
}

/** NATS keeps events for the same time. By then an entry is published, or no instance can publish it. */
const KEPT_SECONDS = 30 * 24 * 3600;
/** Longer than any call lasts, in ms. */
const LOST_AFTER_MS = 5 * 60_000;
const SERVER_ERROR = 500;

const schema = new Schema<AuditDocument>(
  {
    _id: String,
    record: { type: Object, required: true },
    at: { type: Date, required: true },
    isOpen: { type: Boolean, required: true },
  },
  { minimize: false, versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
schema.index({ isOpen: 1, at: 1 });

export function auditTrail(
  database: Connection,
  service: ServiceName,
  flush: Relay['flush'],
  log: Log,
): AuditTrail {
  const entries: OutboxModel<AuditDocument> = outboxModel(database, 'AuditEntry', schema, 'audit_entries');
  const event = auditRecorded(shortNameOf(service));

  const settle = async (id: string, record: AuditRecord) => {
    await entries.updateOne(
      { _id: id, isOpen: true },
      { $set: { isOpen: false, record }, $push: { outbox: outboxEntry(event, `audit-${id}`, record) } },
    );
    flush(entries);
  };
  /**
   * Closes an entry. A failure must not change the result of the work: the entry stays open and is published as lost.
   */
  const close = (id: string, closing: () => Promise<unknown>) =>
    closing().catch((err: unknown) =>
      log.error({ err, auditEntryId: id }, 'audit entry left open, it will be published as unknown'),
    );

  return {
    audited: async (what, work) => {
      const record = recordOf(what);
      const id = what.isHourly ? hourlyId(record) : randomUUID();
      try {
        await entries.create({ _id: id, record, at: new Date(record.at), isOpen: true });
      } catch (error) {
        if (what.isHourly && isDuplicateKey(error)) return work();
        throw error;
      }
      const writes = { hasWritten: false };
      const done = await collectChange(() => watchWrites(writes, work));
      const known = changedRecord(record, done.change);
      if ('result' in done) {
        await close(id, () => settle(id, { ...known, outcome: 'done' }));
        return done.result;
      }
      const hasNoTrace = done.change === null && !writes.hasWritten && isRefused(done.error);
      await close(id, () => (hasNoTrace ? entries.deleteOne({ _id: id }) : settle(id, known)));
      throw done.error;
    },
    record: async (what) => {
      const id = randomUUID();
      const record: AuditRecord = { ...recordOf(what), outcome: 'done' };
      const outbox = [outboxEntry(event, `audit-${id}`, record)];
      await entries.create({ _id: id, record, at: new Date(record.at), isOpen: false, outbox });
      flush(entries);
    },
    createIndexes: () => entries.createIndexes(),
    settleLost: async () => {
      const before = new Date(Date.now() - LOST_AFTER_MS);
      const lost = await entries
        .find({ isOpen: true, at: trusted({ $lt: before }) })
        .limit(100)
        .lean();
      for (const { _id, record } of lost) await settle(_id, record);
    },
  };
}

function recordOf({ actor, address, action, summary, target, body }: Audited): AuditRecord {
  const { userId, username, role, resellerId } = actor;
  return {
    at: new Date().toISOString(),
    actor: { userId, username, role, resellerId },
    address: address.slice(0, 64),
    action,
    summary,
    target: target ? maskSecretsIn(target).slice(0, 200) : null,
    changes: changedFields(null, typeof body === 'object' ? body : null),
    outcome: 'unknown',
    traceId: currentTraceId() ?? null,
  };
}

/** The same id for all calls of one person on one target within a clock hour. */
function hourlyId({ at, actor, action, target }: AuditRecord): string {
  const hour = at.slice(0, 'yyyy-mm-ddThh'.length);
  return createHash('sha256')
    .update(JSON.stringify([hour, actor.userId, action, target]))
    .digest('base64url');
}

function changedRecord(record: AuditRecord, change: Change | null): AuditRecord {
  const target = change?.target ?? record.target;
  const changes = change ? changedFields(change.before ?? null, change.after ?? null) : record.changes;
  return { ...record, target: target && maskSecretsIn(target), changes };
}

/**
 * Whether the caller was refused. After an error on our side or a timeout, the work may be half done, here or in
 * another service.
 */
function isRefused(error: unknown): boolean {
  return error instanceof DomainError && ERROR_STATUS[error.code] < SERVER_ERROR;
}
