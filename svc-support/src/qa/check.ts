import type { QaReport, QaResult } from '@leadping/contracts/support/qa-routes';

/** One check. `run` returns what it saw, or throws `CheckFailed` with the problem. */
export interface Check {
  category: QaResult['category'];
  name: string;
  run: () => Promise<string>;
}

export class CheckFailed extends Error {}

/** @throws {CheckFailed} */
export function confirm(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new CheckFailed(otherwise);
}

/** Receives the results of the checks so far. */
export type OnProgress = (progress: { total: number; results: readonly QaResult[] }) => Promise<void>;

/** Runs the checks one after the other. A check that fails does not end the run. */
export async function runChecks(checks: readonly Check[], onProgress?: OnProgress): Promise<QaReport> {
  const results: QaResult[] = [];
  for (const check of checks) {
    results.push(await runCheck(check));
    await onProgress?.({ total: checks.length, results });
  }
  const passed = results.filter(({ status }) => status === 'PASSED').length;
  const failed = results.length - passed;
  return { success: failed === 0, results, passed, failed, total: results.length };
}

async function runCheck({ category, name, run }: Check): Promise<QaResult> {
  const startedAt = performance.now();
  const end = (status: QaResult['status'], details: string): QaResult => ({
    name,
    category,
    status,
    details: details.slice(0, 500),
    duration: Math.round(performance.now() - startedAt),
  });
  try {
    return end('PASSED', await run());
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    return end(error instanceof CheckFailed ? 'FAILED' : 'ERROR', details);
  }
}
