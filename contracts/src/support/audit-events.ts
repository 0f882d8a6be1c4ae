import { z } from 'zod';
import { Role } from '../actor.ts';
import { defineEvent } from '../event.ts';
import { IsoDate } from '../primitives.ts';
import type { ShortName } from '../services.ts';

const AuditValue = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.infer<typeof AuditValue>;

/** One field before and after. Secrets are named but never shown. */
export const AuditChange = z.object({ field: z.string().max(100), before: AuditValue, after: AuditValue });
export type AuditChange = z.infer<typeof AuditChange>;

/** A change made by staff or a reseller. Never contains a secret. */
export const AuditRecord = z.object({
  at: IsoDate,
  actor: z.object({
    userId: z.string(),
    username: z.string(),
    role: Role,
    resellerId: z.string().nullable(),
  }),
  /** Source IP address of the request. Empty if there was no request. */
  address: z.string().max(64),
  /** Method and path of the call, such as `PUT /api/admin/resellers/:id`. */
  action: z.string().max(200),
  /** The summary of the call's contract. */
  summary: z.string().max(200),
  /** The id of the changed entity. License keys are reduced to their last group. */
  target: z.string().max(200).nullable(),
  changes: z.array(AuditChange).max(60),
  /** `unknown`: the process ended or failed during the call, so part of it may have been done. */
  outcome: z.enum(['done', 'unknown']),
  traceId: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Subjects are `<service>.audit.recorded`, one per service and one for the registry. */
export const auditRecorded = (service: ShortName) =>
  defineEvent({
    producer: service === 'gateway' ? 'gateway' : `svc-${service}`,
    subject: `${service}.audit.recorded`,
    version: 1,
    payload: AuditRecord,
  });
