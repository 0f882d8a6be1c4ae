import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

/** Each runner writes its results here. */
export const RESULTS_FOLDER = join(DATA_FOLDER, 'test-results');
export const FAULT_RESULTS_FOLDER = join(DATA_FOLDER, 'fault-results');
/** The titles of flaky tests, one per line. */
export const FLAKY_FILE = 'flaky.txt';

export interface RanTest {
  title: string;
  /** `flaky`: failed first, then passed on retry. Such a test does not fail the run, but it does not prove its rows. */
  outcome: 'passed' | 'failed' | 'skipped' | 'flaky';
}

/** Node.js arguments for Jest with ES modules, in the project's folder. */
export const JEST_ARGS = [
  '--conditions=source',
  '--import=tsx',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Each test file loads its modules and page again. A larger young generation reduces garbage collection and
  // saves 5 to 7 % of the time.
  '--max-semi-space-size=64',
  'node_modules/jest/bin/jest.js',
];

/**
 * Number of retries of a failed browser test in `npm test`. Jest tests run once, because a second run would use a
 * modified database.
 */
export const BROWSER_RETRIES = 1;

export interface Runner {
  name: string;
  /** The runner's own report. */
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

/** Jest prints this and ends with code 0 if a test has left something open that keeps its worker alive. */
const LEFT_OPEN = /A worker process has failed to exit gracefully/;

/** @returns the exit status, which is not `code 0` if the output shows that a worker was killed */
export const exitAfter = (exit: string, output: readonly string[]): string =>
  output.some((line) => LEFT_OPEN.test(line)) ? `${exit} and a worker that did not end` : exit;

/**
 * Stores the runner's exit status beside its report, because the report does not show that its process was killed.
 */
export async function saveExit(runner: Runner, exit: string, folder = RESULTS_FOLDER): Promise<void> {
  await writeFile(exitFile(runner, folder), JSON.stringify(exit));
}

/**
 * The tests that a runner ran. If the run failed without a failed test, a failed entry is added that names every
 * row of the run, so that the suite fails and no row counts as proven.
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

/** A failure outside of any test. It names the rows of all tests that it may have affected. */
function failureOf(title: string, spoiled: RanTest[]): RanTest {
  const rows = new Set(spoiled.flatMap((test) => rowIds(test.title)));
  return { title: [title, ...[...rows].map((id) => `[${id}]`)].join(' '), outcome: 'failed' };
}

const ROW_ID = /\[((?:P|S)\d+\.\d+|R-[a-z]+\.\d+)\]/g;

export const rowIds = (title: string): string[] => [...title.matchAll(ROW_ID)].map(([, id = '']) => id);

interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function readJestReport(report: JestReport): RanTest[] {
  return report.testResults.flatMap((suite): RanTest[] => {
    const tests = suite.assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      outcome: outcomeOf(status),
    }));
    // The file failed to load, or a hook failed after its tests passed.
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
    spec.tests.map(({ status }) => ({ title: `${path} ${spec.title}`, outcome: outcomeOf(status) })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))];
}

function outcomeOf(status: string): RanTest['outcome'] {
  if (status === 'passed' || status === 'expected') return 'passed';
  if (status === 'flaky') return 'flaky';
  return status === 'failed' || status === 'unexpected' ? 'failed' : 'skipped';
}
