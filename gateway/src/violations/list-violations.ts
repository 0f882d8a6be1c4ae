import type { Violation } from '@leadping/contracts/gateway/violation-routes';
import type { ViolationModel } from './violation.model.ts';

const MAX_SHOWN = 100;

/** Lists all stored kinds of violations, the latest first. */
export async function listViolations(violations: ViolationModel): Promise<Violation[]> {
  const kind = ['app', 'version', 'directive', 'blocked', 'source', 'page', 'sink', 'disposition'];
  const found = await violations.aggregate<{
    _id: Omit<Violation, 'count' | 'firstDay' | 'lastDay'>;
    count: number;
    firstDay: string;
    lastDay: string;
  }>([
    {
      $group: {
        _id: Object.fromEntries(kind.map((name) => [name, `$${name}`])),
        count: { $sum: '$count' },
        firstDay: { $min: '$day' },
        lastDay: { $max: '$day' },
      },
    },
    { $sort: { lastDay: -1, count: -1, _id: 1 } },
    { $limit: MAX_SHOWN },
  ]);
  return found.map(({ _id, ...counts }) => ({ ..._id, ...counts }));
}
