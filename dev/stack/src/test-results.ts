import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

/** Where each runner leaves what really ran. */
export const RESULTS_FOLDER = join(DATA_FOLDER, 'test-results');

export interface RanTest {
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** It passed, but not at its first run. */
  isRetried?: boolean;
}

/** Jest with ES modules, for Node.js in the project's folder. */
export const JEST_ARGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Each test file fills the memory with modules and a page anew: a larger young generation is collected less often, 5 to 7 % of the time.
  '--max-semi-space-size=64',
  'node_modules/jest/bin/jest.js',
];

/** How often a failed test is run again: once, in `npm test` alone. */
export const RETRIES = 1;

export interface Runner {
  name: string;
  /** What the runner itself writes. */
  reportFile: string;
  read: (report: unknown) => RanTest[];
}

export const JEST: Runner = {
  name: 'jest',
  reportFile: 'jest.json',
  read: (report) => readJestReport(report as JestReport),
};
export const BROWSER: Runner = {
  name: 'browser',
  reportFile: 'playwright.json',
  read: (report) => readPlaywrightReport(report as PlaywrightReport),
};

const exitFile = ({ name }: Runner, folder: string) => join(folder, `${name}-exit.json`);

/** Keeps how a runner ended beside its report: a report alone cannot say that its process was killed. */
export async function saveExit(runner: Runner, exit: string, folder = RESULTS_FOLDER): Promise<void> {
  await writeFile(exitFile(runner, folder), JSON.stringify(exit));
}

/**
 * What a runner ran. A run that ended badly without a failed test to show for it gets one, which names every row of
 * the run, so that it fails the suite and proves nothing.
 */
export async function readResults(runner: Runner, folder = RESULTS_FOLDER): Promise<RanTest[]> {
  const exit = await readJson(exitFile(runner, folder)).catch(() => 'was interrupted');
  const report = await readJson(join(folder, runner.reportFile)).catch(() => undefined);
  if (report === undefined) return [{ title: `${runner.name} wrote no report: ${exit}`, outcome: 'failed' }];
  const tests = runner.read(report);
  const isExplained = exit === 'code 0' || tests.some(({ outcome }) => outcome === 'failed');
  if (tests.length > 0 && isExplained) return tests;
  return [...tests, failureOf(`${runner.name} ended with ${exit}, no test failed`, tests)];
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}

/** A failure outside of any test: it takes the rows of all tests that it may have spoiled. */
function failureOf(title: string, spoiled: RanTest[]): RanTest {
  const rows = new Set(spoiled.flatMap((test) => rowIds(test.title)));
  return { title: [title, ...[...rows].map((id) => `[${id}]`)].join(' '), outcome: 'failed' };
}

const ROW_ID = /\[((?:P|S)\d+\.\d+|R-[a-z]+\.\d+)\]/g;

/** The rows of the specification that a title names. */
export const rowIds = (title: string): string[] => [...title.matchAll(ROW_ID)].map(([, id = '']) => id);

interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; invocations?: number }[];
  }[];
}

function readJestReport(report: JestReport): RanTest[] {
  return report.testResults.flatMap((suite): RanTest[] => {
    const tests = suite.assertionResults.map(({ fullName, status, invocations = 1 }) =>
      ran(fullName, status, invocations > 1),
    );
    // It could not be loaded, or a hook of it failed after its tests had passed.
    const failedOutside = suite.status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed');
    return failedOutside ? [...tests, failureOf(`${suite.name} failed outside of its tests`, tests)] : tests;
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

function readPlaywrightReport(report: PlaywrightReport): RanTest[] {
  const tests = report.suites.flatMap((suite) => testsOf(suite, ''));
  return [...tests, ...report.errors.map(({ message }) => failureOf(message ?? 'error', tests))];
}

function testsOf(suite: PlaywrightSuite, above: string): RanTest[] {
  const path = `${above} ${suite.title}`.trim();
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status }) => ran(`${path} ${spec.title}`, status, status === 'flaky')),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))];
}

function outcomeOf(status: string): RanTest['outcome'] {
  if (status === 'passed' || status === 'expected' || status === 'flaky') return 'passed';
  return status === 'failed' || status === 'unexpected' ? 'failed' : 'skipped';
}

function ran(title: string, status: string, isAgain: boolean): RanTest {
  const outcome = outcomeOf(status);
  return { title, outcome, ...(isAgain && outcome === 'passed' && { isRetried: true }) };
}
