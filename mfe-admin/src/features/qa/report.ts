import type { QaReport } from '@leadping/contracts/support/qa-routes';

/** Whether a reply can be shown: a proxy or an older server may send something else. */
export function isReport(value: unknown): value is QaReport {
  if (typeof value !== 'object' || value === null) return false;
  const { results, passed, total } = value as Partial<QaReport>;
  return Array.isArray(results) && typeof passed === 'number' && typeof total === 'number';
}

/** Whole percent; nothing run is nothing passed. */
export function successRate({ passed, total }: Pick<QaReport, 'passed' | 'total'>): number {
  return total === 0 ? 0 : Math.round((passed / total) * 100);
}
