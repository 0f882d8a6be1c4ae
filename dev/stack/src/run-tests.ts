import { ensureNginx } from '@leadping/dev-machine/nginx';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { CHROMIUM, DOCKER_COMPOSE, ensureProgram, HEADLESS_SHELL } from './programs.ts';
import { ensurePrometheus } from './prometheus.ts';
import { ROOT } from './root.ts';
import { printedSteps } from './steps.ts';
import {
  BROWSER,
  JEST,
  JEST_ARGS,
  readResults,
  RESULTS_FOLDER,
  RETRIES,
  saveExit,
  type RanTest,
  type Runner,
} from './test-results.ts';
import { openTestRun } from './test-run.ts';
import { startTestServers } from './test-servers.ts';
import { verifySources } from './verify.ts';

const steps = printedSteps((line) => console.log(line));
const startedAt = Date.now();
const runners: { name: string; tests: RanTest[] }[] = [];
const run = await openTestRun(report);

try {
  await rm(RESULTS_FOLDER, { recursive: true, force: true });
  await mkdir(RESULTS_FOLDER, { recursive: true });
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
  await buildAll(ROOT, steps);
  // Their packages are fetched meanwhile.
  const starting = startTestServers(run.folder, steps);
  // What goes wrong is thrown where it is awaited, after what verify found is kept.
  starting.catch(() => {});
  run.onEnd(() =>
    starting.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  runners.push({ name: 'verify', tests: await runVerify() });
  const servers = await starting;
  const env = {
    ...servers.env,
    CHROMIUM: chromium,
    DOCKER_COMPOSE: compose,
    TEST_RETRIES: String(RETRIES),
  };
  await runTests(
    JEST,
    [
      ...JEST_ARGS,
      '--json',
      `--outputFile=${join(RESULTS_FOLDER, JEST.reportFile)}`,
      '--maxWorkers=4',
      ...process.argv.slice(2),
    ],
    env,
  );
  await runTests(
    BROWSER,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      `--retries=${RETRIES}`,
    ],
    {
      CHROMIUM: chromium,
      HEADLESS_SHELL: headlessShell,
      PROMETHEUS: prometheus,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS_FOLDER, BROWSER.reportFile),
      NODE_OPTIONS: '--conditions=source',
    },
  );
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
  const exit = await run.runNode(args, env);
  await saveExit(runner, exit);
  runners.push({ name: runner.name, tests: await readResults(runner) });
}

/** @returns the exit code. */
function report(): number {
  console.log('');
  const count = (tests: RanTest[], outcome: RanTest['outcome']) =>
    tests.filter((test) => test.outcome === outcome).length;
  const sum = (tests: RanTest[]) => {
    const skipped = count(tests, 'skipped');
    return `${count(tests, 'passed')} passed, ${count(tests, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  };
  for (const { name, tests } of runners) {
    console.log(`${name}: ${sum(tests)}`);
    for (const { title, outcome, isRetried } of tests) {
      if (outcome === 'failed') console.log(`  ✗ ${title}`);
      if (isRetried) console.log(`  ~ passed at its second run: ${title}`);
      if (outcome === 'skipped') console.log(`  - skipped: ${title}`);
    }
  }
  console.log(`in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const all = runners.flatMap(({ tests }) => tests);
  console.log(sum(all));
  return count(all, 'failed') > 0 ? 1 : 0;
}
