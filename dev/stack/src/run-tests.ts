import { startDatabase } from '@leadping/dev-database/start-database';
import { startNats } from '@leadping/dev-nats/start-nats';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { CHROMIUM, DOCKER_COMPOSE, ensureProgram } from './programs.ts';
import { ensurePrometheus } from './prometheus.ts';
import { ROOT } from './root.ts';
import { printedSteps } from './steps.ts';
import {
  BROWSER,
  JEST,
  readResults,
  RESULTS_FOLDER,
  RETRIES,
  saveExit,
  type RanTest,
  type Runner,
} from './test-results.ts';
import { verifySources } from './verify.ts';

const steps = printedSteps((line) => console.log(line));
const startedAt = Date.now();
const runners: { name: string; tests: RanTest[] }[] = [];
const folder = await mkdtemp(join(tmpdir(), 'leadping-test-'));
const cleanUps: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];

let running: ChildProcess | undefined;
let isEnding = false;

process.on('SIGINT', () => void end(130));
process.on('SIGTERM', () => void end(143));
process.on('SIGHUP', () => void end(129));
// Whoever started us was killed.
process.on('disconnect', () => void end(143));

try {
  await rm(RESULTS_FOLDER, { recursive: true, force: true });
  await mkdir(RESULTS_FOLDER, { recursive: true });
  const chromium = await steps.run('Chromium', (detail) => ensureProgram(CHROMIUM, detail));
  const compose = await steps.run('docker-compose', (detail) => ensureProgram(DOCKER_COMPOSE, detail));
  const { prometheus, promtool } = await steps.run('Prometheus', ensurePrometheus);
  await buildAll(ROOT, steps);
  runners.push({ name: 'verify', tests: await runVerify() });
  const database = await steps.run('database', (onProgress) =>
    startDatabase({
      dataFolder: join(folder, 'database'),
      ephemeral: true,
      onProgress,
    }),
  );
  cleanUps.push(() => database.stop());
  const nats = await steps.run('NATS', (onProgress) =>
    startNats({ dataFolder: join(folder, 'nats'), onProgress }),
  );
  cleanUps.push(() => nats.stop());
  const env = {
    MONGODB_URI: database.uri,
    NATS_URL: nats.url,
    CHROMIUM: chromium,
    DOCKER_COMPOSE: compose,
    PROMTOOL: promtool,
    TEST_RETRIES: String(RETRIES),
  };
  await runTests(
    JEST,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${join(RESULTS_FOLDER, JEST.reportFile)}`,
      '--maxWorkers=2',
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
      PROMETHEUS: prometheus,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS_FOLDER, BROWSER.reportFile),
      NODE_OPTIONS: '--conditions=source',
    },
  );
} catch (error) {
  console.error(error);
  runners.push({ name: 'set-up', tests: [{ title: String(error), outcome: 'failed' }] });
}
await end();

async function runVerify(): Promise<RanTest[]> {
  const checks = await verifySources(({ name, problems }) => {
    console.log(`${problems ? '✗' : '✓'} ${name}`);
    if (problems) console.log(problems);
  });
  return checks.map(({ name, problems }) => ({ title: name, outcome: problems ? 'failed' : 'passed' }));
}

async function runTests(runner: Runner, args: string[], env: Record<string, string>): Promise<void> {
  const exit = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    running = child;
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  await saveExit(runner, exit);
  runners.push({ name: runner.name, tests: await readResults(runner) });
}

async function end(code?: number): Promise<never> {
  if (isEnding) return new Promise<never>(() => {});
  isEnding = true;
  if (running) await stopChild(running);
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch(console.error);
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
  process.exit(code ?? (count(all, 'failed') > 0 ? 1 : 0));
}
