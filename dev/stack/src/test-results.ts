import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

/** Where each runner leaves what really ran. */
export const RESULTS_FOLDER = join(DATA_FOLDER, 'test-results');
export const JEST_RESULTS = join(RESULTS_FOLDER, 'jest.json');
export const PLAYWRIGHT_RESULTS = join(RESULTS_FOLDER, 'playwright.json');

export interface RanTest {
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
}

interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** A suite that could not even load counts as one failure. */
export async function readJestResults(): Promise<RanTest[]> {
  const report = JSON.parse(await readFile(JEST_RESULTS, 'utf8')) as JestReport;
  return report.testResults.flatMap((suite): RanTest[] => {
    if (suite.assertionResults.length === 0 && suite.status === 'failed') {
      return [{ title: `${suite.name} could not be run`, outcome: 'failed' }];
    }
    return suite.assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      outcome: outcomeOf(status),
    }));
  });
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
}
interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

export async function readPlaywrightResults(): Promise<RanTest[]> {
  const report = JSON.parse(await readFile(PLAYWRIGHT_RESULTS, 'utf8')) as PlaywrightReport;
  const errors = report.errors.map(({ message }): RanTest => ({
    title: message ?? 'error',
    outcome: 'failed',
  }));
  return [...report.suites.flatMap((suite) => testsOf(suite, '')), ...errors];
}

function testsOf(suite: PlaywrightSuite, above: string): RanTest[] {
  const path = `${above} ${suite.title}`.trim();
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status }): RanTest => ({ title: `${path} ${spec.title}`, outcome: outcomeOf(status) })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))];
}

function outcomeOf(status: string): RanTest['outcome'] {
  if (status === 'passed' || status === 'expected' || status === 'flaky') return 'passed';
  return status === 'failed' || status === 'unexpected' ? 'failed' : 'skipped';
}
