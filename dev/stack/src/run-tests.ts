import { ensureNginx } from '@leadping/dev-machine/nginx';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { CHROMIUM, DOCKER_COMPOSE, ensureProgram, HEADLESS_SHELL } from './programs.ts';
import { ensurePrometheus } from './prometheus.ts';
import { ROOT } from './root.ts';
import { printedSteps } from './steps.ts';
import {
  BROWSER,
  BROWSER_RETRIES,
  exitAfter,
  FAULT_RESULTS_FOLDER,
  FLAKY_FILE,
  JEST,
  JEST_ARGS,
  readResults,
  RESULTS_FOLDER,
  saveExit,
  type RanTest,
  type Runner,
} from './test-results.ts';
import { openTestRun } from './test-run.ts';
import { startTestServers } from './test-servers.ts';
import { verifySources } from './verify.ts';

/** `npm run test:faults` runs the tests in `dev/fault-tests.json`. `npm test` runs the others. */
const isFaults = process.argv.includes('--faults');
const jestArguments = process.argv.slice(2).filter((argument) => argument !== '--faults');
const resultsFolder = isFaults ? FAULT_RESULTS_FOLDER : RESULTS_FOLDER;

const steps = printedSteps((line) => console.log(line));
const startedAt = Date.now();
const runners: { name: string; tests: RanTest[] }[] = [];
const run = await openTestRun(report);

try {
  await rm(resultsFolder, { recursive: true, force: true });
  await mkdir(resultsFolder, { recursive: true });
  const chromium = await steps.run('Chromium', (detail) => ensureProgram(CHROMIUM, detail));
  const headlessShell = await steps.run('headless shell of Chromium', (detail) =>
    ensureProgram(HEADLESS_SHELL, detail).catch((error: unknown) => {
      detail(`${String(error)} Chromium itself is taken.`);
      return chromium;
    }),
  );
  const compose = await steps.run('docker-compose', (detail) => ensureProgram(DOCKER_COMPOSE, detail));
  const { prometheus } = await steps.run('Prometheus', ensurePrometheus);
  await steps.run('nginx', ensureNginx);
  const starting = startTestServers(run.folder, steps);
  // The error is thrown where the servers are awaited, after the results of verify are stored.
  starting.catch(() => {});
  run.onEnd(() =>
    starting.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  await buildAll(ROOT, steps);
  if (!isFaults) runners.push({ name: 'verify', tests: await runVerify() });
  const servers = await starting;
  // Sequential, because concurrent runners overload two cores and tests with time windows fail.
  await runTests(
    JEST,
    [
      ...JEST_ARGS,
      '--json',
      `--outputFile=${join(resultsFolder, JEST.reportFile)}`,
      // Fault tests overload the machine, and one of them measures time. The others mostly wait.
      `--maxWorkers=${isFaults ? 1 : 4}`,
      ...jestArguments,
      '--selectProjects',
      ...(isFaults ? ['faults'] : ['node', 'extension', 'web']),
    ],
    { ...servers.env, CHROMIUM: chromium, DOCKER_COMPOSE: compose },
  );
  await runTests(
    BROWSER,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      ...(isFaults ? ['--project=faults', '--project=deep'] : ['--project=routine']),
      `--retries=${BROWSER_RETRIES}`,
    ],
    {
      CHROMIUM: chromium,
      HEADLESS_SHELL: headlessShell,
      PROMETHEUS: prometheus,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(resultsFolder, BROWSER.reportFile),
      NODE_OPTIONS: '--conditions=source',
      ...(isFaults ? { DEPTH: 'whole' } : {}),
    },
  );
  await writeFlaky();
} catch (error) {
  console.error(error);
  runners.push({ name: 'set-up', tests: [{ title: String(error), outcome: 'failed' }] });
}
await run.end();

async function runVerify(): Promise<RanTest[]> {
  const checks = await verifySources(({ name, problems }) => {
    console.log(`${problems ? '✗' : '✓'} ${name}`);
    if (problems) console.log(problems);
  });
  return checks.map(({ name, problems }) => ({ title: name, outcome: problems ? 'failed' : 'passed' }));
}

async function runTests(runner: Runner, args: string[], env: Record<string, string>): Promise<void> {
  const lines: string[] = [];
  const exit = await run.runNode(args, env, {
    name: runner.name.padEnd(BROWSER.name.length),
    onLine: (line) => lines.push(line),
  });
  await saveExit(runner, exitAfter(exit, lines), resultsFolder);
  runners.push({ name: runner.name, tests: await readResults(runner, resultsFolder) });
}

/** CI stores this file with the run. */
async function writeFlaky(): Promise<void> {
  const titles = runners.flatMap(({ tests }) => tests).filter(({ outcome }) => outcome === 'flaky');
  await writeFile(join(resultsFolder, FLAKY_FILE), titles.map(({ title }) => `${title}\n`).join(''));
}

/** @returns the exit code */
function report(): number {
  console.log('');
  const count = (tests: RanTest[], outcome: RanTest['outcome']) =>
    tests.filter((test) => test.outcome === outcome).length;
  const sum = (tests: RanTest[]) => {
    const rare = (['flaky', 'skipped'] as const)
      .map((outcome) => [count(tests, outcome), outcome] as const)
      .filter(([number]) => number > 0);
    const common = `${count(tests, 'passed')} passed, ${count(tests, 'failed')} failed`;
    return [common, ...rare.map(([number, outcome]) => `${number} ${outcome}`)].join(', ');
  };
  for (const { name, tests } of runners) {
    console.log(`${name}: ${sum(tests)}`);
    for (const { title, outcome } of tests) {
      if (outcome === 'failed') console.log(`  ✗ ${title}`);
      if (outcome === 'flaky') console.log(`  ~ flaky, passed at its second run: ${title}`);
      if (outcome === 'skipped') console.log(`  - skipped: ${title}`);
    }
  }
  console.log(`in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const all = runners.flatMap(({ tests }) => tests);
  console.log(sum(all));
  return count(all, 'failed') > 0 ? 1 : 0;
}
