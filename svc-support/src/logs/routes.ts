import { clearSystemLogs, listSystemLogs } from '@leadping/contracts/support/system-log-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

const DAY_MS = 24 * 3600_000;

export function registerLogRoutes(route: RegisterRoute, { logs }: Pick<SupportContext, 'logs'>): void {
  route(listSystemLogs, async ({ query }) => {
    const { category, traceId, limit } = query;
    const found = await logs
      .find({
        ...(category && category !== 'all' ? { category } : {}),
        ...(traceId ? { 'data.traceId': traceId } : {}),
      })
      .sort({ at: -1 })
      .limit(limit)
      .lean();
    return found.map(({ _id, level, category, message, data, at }) => ({
      id: _id,
      level,
      category,
      message,
      data,
      createdAt: at.toISOString(),
    }));
  });

  route(clearSystemLogs, async ({ query, body }) => {
    const days = body.days ?? query.days;
    if (days === undefined) throw new DomainError('VALIDATION_FAILED', 'days: says how old logs may be');
    const { deletedCount } = await logs.deleteMany({
      at: trusted({ $lt: new Date(Date.now() - days * DAY_MS) }),
    });
    return { message: 'Logs cleared successfully', deleted: deletedCount };
  });
}
