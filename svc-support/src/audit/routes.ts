import { NEXT_CURSOR_HEADER } from '@leadping/contracts/headers';
import { listAuditEntries as listRoute } from '@leadping/contracts/support/audit-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { listAuditEntries } from './list-entries.ts';

/** The audit log of all services. Nothing changes or removes an entry; the database drops it after its time. */
export function registerAuditRoutes(route: RegisterRoute, support: SupportContext): void {
  route(listRoute, async ({ query, reply }) => {
    const { found, next } = await listAuditEntries(support, query);
    if (next !== null) void reply.header(NEXT_CURSOR_HEADER, next);
    return found;
  });
}
