import { z } from 'zod';
import { Role } from '../actor.ts';
import { defineEvent } from '../event.ts';
import { IsoDate } from '../primitives.ts';
import type { ShortName } from '../services.ts';

const AuditValue = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.infer<typeof AuditValue>;

/** One field before and after; secrets are named and never shown. */
export const AuditChange = z.object({ field: z.string().max(100), before: AuditValue, after: AuditValue });
export type AuditChange = z.infer<typeof AuditChange>;

/** What somebody of the staff or a reseller changed. Never carries a secret. */
export const AuditRecord = z.object({
  at: IsoDate,
  actor: z.object({
    userId: z.string(),
    username: z.string(),
    role: Role,
    resellerId: z.string().nullable(),
  }),
  /** Where the request came from: an IP address, empty where there was no request. */
  address: z.string().max(64),
  /** Method and path of the call, as in `PUT /api/admin/resellers/:id`. */
  action: z.string().max(200),
  /** In words, as the contract of the call has it. */
  summary: z.string().max(200),
  /** The id of what was changed; a license key is cut to its last group. */
  target: z.string().max(200).nullable(),
  changes: z.array(AuditChange).max(60),
  /** `unknown`: the process ended or failed in the middle, so part of it may have been done. */
  outcome: z.enum(['done', 'unknown']),
  traceId: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Subjects are `<service>.audit.recorded`: each service and the registry publish their own. */
export const auditRecorded = (service: ShortName) =>
  defineEvent({
    producer: service === 'gateway' ? 'gateway' : `svc-${service}`,
    subject: `${service}.audit.recorded`,
    version: 1,
    payload: AuditRecord,
  });
