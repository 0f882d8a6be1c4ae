import type { QaReport, QaResult } from '@leadping/contracts/support/qa-routes';
import { QA_CATEGORIES } from '@leadping/contracts/support/vocabulary';

/** Whether a reply is a report. A proxy or an older server may send something else. */
export function isReport(value: unknown): value is QaReport {
  if (typeof value !== 'object' || value === null) return false;
  const { results, passed, total } = value as Partial<QaReport>;
  return (
    Array.isArray(results) &&
    results.every(isResult) &&
    typeof passed === 'number' &&
    typeof total === 'number'
  );
}

function isResult(value: unknown): boolean {
  const { name, category } = (value ?? {}) as Partial<QaReport['results'][number]>;
  return typeof name === 'string' && QA_CATEGORIES.some((known) => known === category);
}

export function reportOf(results: readonly QaResult[]): QaReport {
  const passed = results.filter(({ status }) => status === 'PASSED').length;
  const failed = results.length - passed;
  return { success: failed === 0, results: [...results], passed, failed, total: results.length };
}

/** Whole percent; nothing run is nothing passed. */
export function successRate({ passed, total }: Pick<QaReport, 'passed' | 'total'>): number {
  return total === 0 ? 0 : Math.round((passed / total) * 100);
}
