import type { AuditEntry, AuditQuery } from '@leadping/contracts/support/audit-routes';
import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { cursorAfter, readCursor } from '@leadping/service-kit/http/list-cursor';
import { trusted, type QueryFilter } from 'mongoose';
import type { SupportContext } from '../context.ts';
import type { AuditEntryDocument } from './audit-entry.model.ts';

const PAGE = 50;

/**
 * One page, newest first.
 * @throws {DomainError} VALIDATION_FAILED for a cursor that no page returned
 */
export async function listAuditEntries(
  { auditEntries }: Pick<SupportContext, 'auditEntries'>,
  { limit = PAGE, cursor, ...filter }: AuditQuery,
): Promise<{ found: AuditEntry[]; next: string | null }> {
  const conditions = conditionsOf(filter);
  if (cursor !== undefined) conditions.push(before(cursor));
  const rows = await auditEntries
    .find(conditions.length > 0 ? { $and: conditions } : {})
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    found: page.map(({ _id, at, ...entry }) => ({ ...entry, id: _id, at: at.toISOString() })),
    next: rows.length > limit && last ? cursorAfter(last.at.getTime(), last._id) : null,
  };
}

type Condition = QueryFilter<AuditEntryDocument>;

function conditionsOf({
  search,
  role,
  service,
  from,
  to,
}: Omit<AuditQuery, 'limit' | 'cursor'>): Condition[] {
  const conditions: Condition[] = [];
  if (role !== 'all') conditions.push({ 'actor.role': role });
  if (service !== 'all') conditions.push({ service });
  if (from !== undefined) conditions.push({ at: trusted({ $gte: new Date(from) }) });
  if (to !== undefined) conditions.push({ at: trusted({ $lt: new Date(to) }) });
  if (search) conditions.push(matching(search));
  return conditions;
}

function matching(search: string): Condition {
  if (search.includes('/')) {
    return { action: trusted({ $regex: escapeRegExp(search) }) };
  }
  return {
    $or: [
      { 'actor.username': search },
      { 'actor.userId': search },
      { 'actor.resellerId': search },
      { target: search },
      { address: search },
    ],
  };
}

function before(cursor: string): Condition {
  const { place, id } = readCursor(cursor);
  const at = new Date(place);
  return { $or: [{ at: trusted({ $lt: at }) }, { at, _id: trusted({ $lt: id }) }] };
}
