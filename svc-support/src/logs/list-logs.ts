import type { ReplyOf, RequestOf } from '@leadping/contracts/route';
import type { listSystemLogs } from '@leadping/contracts/support/system-log-routes';
import type { SupportContext } from '../context.ts';

/** Log lines, newest first, optionally of one category or one trace. */
export async function listLogs(
  { logs }: Pick<SupportContext, 'logs'>,
  { category, traceId, limit }: RequestOf<typeof listSystemLogs>['query'],
): Promise<ReplyOf<typeof listSystemLogs>> {
  const found = await logs
    .find({
      ...(category && category !== 'all' ? { category } : {}),
      ...(traceId ? { 'data.traceId': traceId } : {}),
    })
    .sort({ at: -1 })
    .limit(limit)
    .lean();
  return found.map(({ _id, at, ...line }) => ({
    id: _id,
    level: line.level,
    category: line.category,
    message: line.message,
    data: line.data,
    createdAt: at.toISOString(),
  }));
}
