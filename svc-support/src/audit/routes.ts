import { listAuditEntries as listRoute } from '@leadping/contracts/support/audit-routes';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { listAuditEntries } from './list-entries.ts';

/** The audit log of all services. Nothing changes or removes an entry; the database drops it after its time. */
export function registerAuditRoutes(route: RegisterRoute, support: SupportContext): void {
  route(listRoute, async ({ query, reply }) => {
    const { found, next } = await listAuditEntries(support, query);
    setNextCursor(reply, next);
    return found;
  });
}
