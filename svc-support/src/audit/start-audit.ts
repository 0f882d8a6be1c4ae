import { listAuditEntries as listRoute } from '@leadping/contracts/support/audit-routes';
import { NEXT_CURSOR_HEADER } from '@leadping/contracts/headers';
import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { SupportConfig } from '../config.ts';
import { auditEntryModel } from './audit-entry.model.ts';
import { listAuditEntries } from './list-entries.ts';
import { saveAuditEntries } from './save-entries.ts';

/** The audit log of all services. Nothing changes or removes an entry; the database drops it after its time. */
export function startAudit({ database, consume, route }: ServiceContext<SupportConfig>): void {
  const entries = auditEntryModel(database);
  saveAuditEntries(consume, entries);
  route(listRoute, async ({ query, reply }) => {
    const { found, next } = await listAuditEntries(entries, query);
    if (next !== null) void reply.header(NEXT_CURSOR_HEADER, next);
    return found;
  });
}
