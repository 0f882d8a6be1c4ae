import { z } from 'zod';
import { NextCursor } from '../headers.ts';
import { ListPage, Period, SearchText } from '../list-page.ts';
import { defineRoute } from '../route.ts';
import { AuditRecord } from './audit-events.ts';
import { SERVICES } from '../services.ts';

export const AuditEntry = AuditRecord.extend({ id: z.string(), service: z.enum(SERVICES) });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_ROLES = ['admin', 'support', 'reseller'] as const;

export const AuditQuery = Period.extend({
  ...ListPage.shape,
  /** A username, an id (user, reseller or changed entity), an address, or part of a call's path. */
  search: SearchText,
  role: z.enum(['all', ...AUDIT_ROLES]).default('all'),
  service: z.enum(['all', ...SERVICES]).default('all'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Always one page, with 50 entries by default. */
export const listAuditEntries = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Who changed what, newest first',
  access: 'admin',
  query: AuditQuery,
  replies: { 200: z.array(AuditEntry) },
  replyHeaders: NextCursor,
  errors: ['VALIDATION_FAILED'],
});
