import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { copyCheckout } from './checkout-copy.ts';
import { chooseMutated, type Mutated, type MutationArea } from './mutation-areas.ts';
import { listSurvivors, scoreMutants, type MutationReport } from './mutation-report.ts';
import { DATA_FOLDER } from './root.ts';
import { printedSteps } from './steps.ts';
import { openTestRun } from './test-run.ts';
import { startTestServers } from './test-servers.ts';

/**
 * Mutates a copy of the checkout with StrykerJS: `npm run mutate -- contracts svc-commerce/src/orders`. A copy in place,
 * because StrykerJS's own sandbox leaves `node_modules/@leadping/*` linked to the original, which is what tests import.
 */
const MUTATION_FOLDER = join(DATA_FOLDER, 'mutation');
/** Time limit of the first run, in which every test of the area runs without a mutant. */
const FIRST_RUN_MINUTES = 120;
/** Time added to one and a half times what the tests took in the first run. */
const TIMEOUT_MS = 20_000;
/** Tests that measure time. They fail in code that asks at each step which mutant it is. */
const TIME_TESTS = '!**/linear-time.test.ts';
/** ES modules of a test file stay in the memory of its process, which is replaced after this many mutants. */
const RUNS_PER_PROCESS = 40;

const reportFile = ({ name }: MutationArea, type: 'json' | 'html') =>
  join(MUTATION_FOLDER, `${name}.${type}`);

const { chosen, concurrency, tests } = readArguments();
let exitCode = 1;
const summaries: string[] = [];
const run = await openTestRun(() => {
  console.log(summaries.join('\n\n'));
  return exitCode;
});
try {
  const steps = printedSteps((line) => console.log(line));
  const checkout = join(run.folder, 'checkout');
  await steps.run('copy of the checkout', async () => {
    const copied = await copyCheckout(checkout);
    await recordPages(copied.filter((file) => file.endsWith('.test.ts')).map((file) => join(checkout, file)));
  });
  const servers = await startTestServers(run.folder, steps);
  run.onEnd(servers.stop);
  await mkdir(MUTATION_FOLDER, { recursive: true });
  exitCode = 0;
  for (const mutated of chosen) {
    if (!(await mutateArea(mutated, checkout, servers.env))) exitCode = 1;
  }
} catch (error) {
  exitCode = 1;
  console.error(error);
}
await run.end();

/** @returns whether StrykerJS ran to its end */
async function mutateArea(
  { area, files }: Mutated,
  checkout: string,
  serverEnv: NodeJS.ProcessEnv,
): Promise<boolean> {
  const since = performance.now();
  const jestConfigFile = await writeJestConfig(area, checkout);
  const configFile = join(run.folder, `${area.name}.stryker.json`);
  await writeFile(configFile, JSON.stringify(strykerOptions({ area, files }, jestConfigFile)));
  const ending = await run.runNode(
    [join(checkout, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', configFile],
    { ...serverEnv, MUTATION_COVERAGE_FILE: join(run.folder, `${area.name}.coverage.jsonl`) },
    { name: area.name, cwd: checkout },
  );
  if (ending !== 'code 0') {
    summaries.push(`✗ ${area.name}: StrykerJS ended with ${ending}`);
    return false;
  }
  const result = JSON.parse(await readFile(reportFile(area, 'json'), 'utf8')) as MutationReport;
  const { mutants, killed, timedOut, survived, notCovered, percent } = scoreMutants(result);
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  summaries.push(
    [
      `${area.name}: ${percent === null ? 'nothing to mutate' : `${percent.toFixed(1)} %`}, ${mutants} mutants, ${killed} killed, ${timedOut} timed out, ${survived} survived, ${notCovered} in no test, ${minutes} min, .data/mutation/${area.name}.html`,
      ...listSurvivors(result).map((survivor) => `  ${survivor}`),
    ].join('\n'),
  );
  return true;
}

/** Gives tests that name their environment one that records mutants. */
async function recordPages(testFiles: readonly string[]): Promise<void> {
  const environment = join(import.meta.dirname, 'mutation-environment-jsdom.cjs');
  for (const file of testFiles) {
    const source = await readFile(file, 'utf8');
    const recording = source.replace(
      /^(\/\*\* @jest-environment) jsdom /,
      (_, start) => `${start} ${environment} `,
    );
    if (recording !== source) await writeFile(file, recording);
  }
}

/** Writes Jest's configuration for the copy. It has one project, with the tests of one area. */
async function writeJestConfig(area: MutationArea, checkout: string): Promise<string> {
  const { default: own } = (await import(join(checkout, 'jest.config.mjs'))) as {
    default: { testTimeout: number; projects: { displayName: string; testMatch: string[] }[] };
  };
  // Each mutant needs its modules evaluated again.
  const isolated = own.projects.find(({ displayName }) => displayName === 'extension');
  const faultTests = isolated?.testMatch.filter((glob) => glob.startsWith('!')) ?? [];
  const file = join(checkout, `${area.name}.jest.json`);
  await writeFile(
    file,
    JSON.stringify({
      ...isolated,
      watchman: false,
      testTimeout: own.testTimeout,
      testMatch: [...(tests ?? area.tests).map((glob) => `<rootDir>/${glob}`), ...faultTests, TIME_TESTS],
      testEnvironment: join(import.meta.dirname, 'mutation-environment.cjs'),
      filter: join(import.meta.dirname, 'mutation-filter.cjs'),
    }),
  );
  return file;
}

/** @see https://stryker-mutator.io/docs/stryker-js/configuration */
function strykerOptions({ area, files }: Mutated, jestConfigFile: string): object {
  return {
    inPlace: true,
    mutate: files,
    ignorePatterns: [
      '**',
      ...[...files.map(withoutLines), ...(tests ?? area.tests)].map((glob) => `!${glob}`),
    ],
    disableTypeChecks: false,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', join(import.meta.dirname, 'mutation-reporter.mjs')],
    testRunnerNodeArgs: [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--import',
      pathToFileURL(join(import.meta.dirname, 'mutation-process.mjs')).href,
    ],
    coverageAnalysis: 'perTest',
    jest: {
      configFile: jestConfigFile,
      // Jest follows imports without the condition `source`, so it finds no test of another package.
      enableFindRelatedTests: false,
    },
    concurrency,
    maxTestRunnerReuse: RUNS_PER_PROCESS,
    dryRunTimeoutMinutes: FIRST_RUN_MINUTES,
    timeoutMS: TIMEOUT_MS,
    tempDirName: join(run.folder, 'stryker'),
    reporters: ['progress-append-only', 'survivors', 'json', 'html'],
    jsonReporter: { fileName: reportFile(area, 'json') },
    htmlReporter: { fileName: reportFile(area, 'html') },
    allowConsoleColors: false,
    // It overestimates: a mutant that runs while a file is loaded takes the tests of that file, not all.
    warnings: { slow: false },
  };
}

/** `order.ts` for `order.ts:10-20`. */
function withoutLines(file: string): string {
  return file.split(':', 1).toString();
}

function readArguments(): { chosen: Mutated[]; concurrency: number; tests: string[] | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: {
        concurrency: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
        tests: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    });
    if (!/^[1-9]\d?$/.test(values.concurrency))
      throw new Error('--concurrency must be a number from 1 to 99.');
    return {
      chosen: chooseMutated(positionals),
      concurrency: Number(values.concurrency),
      tests: values.tests,
    };
  } catch (error) {
    console.error(`✗ ${(error as Error).message}`);
    process.exit(1);
  }
}
