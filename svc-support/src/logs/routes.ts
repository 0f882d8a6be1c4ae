import { clearSystemLogs, listSystemLogs } from '@leadping/contracts/support/system-log-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { clearLogs } from './clear-logs.ts';
import { listLogs } from './list-logs.ts';

export function registerLogRoutes(route: RegisterRoute, support: Pick<SupportContext, 'logs'>): void {
  route(listSystemLogs, ({ query }) => listLogs(support, query));

  route(clearSystemLogs, async ({ query, body }) => {
    const days = body.days ?? query.days;
    if (days === undefined) throw new DomainError('VALIDATION_FAILED', 'days: says how old logs may be');
    return { message: 'Logs cleared successfully', deleted: await clearLogs(support, days) };
  });
}
