import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../src/root.ts';
import { provenIds } from '../src/specification.ts';
import {
  BROWSER,
  BROWSER_RETRIES,
  exitAfter,
  JEST,
  readResults,
  saveExit,
  type RanTest,
  type Runner,
} from '../src/test-results.ts';

let root: string;
beforeAll(async () => {
  // Inside the checkout, so that the files find the runners.
  await mkdir(join(ROOT, '.data'), { recursive: true });
  root = await mkdtemp(join(ROOT, '.data/results-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs real test files and reads their results like `npm test`. */
async function run(
  runner: Runner,
  files: Record<string, string>,
  workers: string = '-i',
): Promise<RanTest[]> {
  const folder = await mkdtemp(join(root, 'run-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const report = join(folder, runner.reportFile);
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const args =
    runner === JEST
      ? [
          'node_modules/jest/bin/jest.js',
          '--config={}',
          `--rootDir=${folder}`,
          '--json',
          `--outputFile=${report}`,
          '--ci',
          workers,
        ]
      : ['node_modules/@playwright/test/cli.js', 'test', `--config=${folder}/playwright.config.js`];
  const config = `module.exports = { testDir: __dirname, workers: 1, reporter: [['json', { outputFile: ${JSON.stringify(report)} }]] };`;
  await writeFile(join(folder, 'playwright.config.js'), config);
  // Variables of this test run must not reach the inner runner.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|JEST_|PLAYWRIGHT_|TEST_)/.test(name)),
  );
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [printed, [code, signal]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  await saveExit(runner, exitAfter(signal ?? `code ${code}`, printed.split('\n')), folder);
  return readResults(runner, folder);
}

const proven = (tests: RanTest[]) => [...provenIds(tests)].sort();
const failures = (tests: RanTest[]) => tests.filter(({ outcome }) => outcome === 'failed').length;
const SOUND = `it('is sound [P1.04]', () => {});`;

describe('a run of jest', () => {
  it('proves its rows if it succeeds, except those that a skipped test names', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01] [P1.02]', () => {}); it.skip('waits [P1.02]', () => {});`,
    });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped']);
    expect(proven(tests)).toEqual(['P1.01']);
  });

  it('fails if a hook fails after the tests, and its file proves nothing', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => {}); afterAll(() => { throw new Error('left open') });`,
      'b.test.js': SOUND,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual(['P1.04']);
  });

  it('fails on an unhandled rejection', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', async () => {
        void Promise.reject(new Error('unhandled'));
        await new Promise((resolve) => setTimeout(resolve, 50));
      });`,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });

  it('fails on a rejection after the last test', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => { setTimeout(() => void Promise.reject(new Error('late')), 100); });
        afterAll(() => new Promise((resolve) => setTimeout(resolve, 400)));`,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });

  it('fails if a file cannot be loaded', async () => {
    const tests = await run(JEST, { 'a.test.js': `require('./gone.js'); ${SOUND}`, 'b.test.js': SOUND });
    expect(failures(tests)).toBe(1);
  });

  it('fails and proves nothing if a test leaves something open that keeps its worker', async () => {
    const tests = await run(
      JEST,
      { 'a.test.js': `it('runs [P1.01]', () => void setInterval(() => {}, 1000));`, 'b.test.js': SOUND },
      '--maxWorkers=2',
    );
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });

  it('fails and proves nothing if it is killed', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => {}); it('kills', () => process.kill(process.pid, 'SIGKILL'));`,
    });
    expect(tests).toEqual([{ title: 'jest wrote no report: SIGKILL', outcome: 'failed' }]);
  });

  it('fails and proves nothing if it ends with an error after every test passed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'results-'));
    const report = {
      testResults: [
        {
          name: 'a',
          status: 'passed',
          message: '',
          assertionResults: [{ fullName: 'runs [P1.01]', status: 'passed' }],
        },
      ],
    };
    await writeFile(join(folder, JEST.reportFile), JSON.stringify(report));
    await saveExit(JEST, 'code 1', folder);
    const tests = await readResults(JEST, folder);
    await rm(folder, { recursive: true });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });
});

describe('a run of the browser tests', () => {
  const head = `const { test } = require('@playwright/test');`;

  it('proves its rows if it succeeds, except those that a skipped test names', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test('runs [P1.01] [P1.02]', () => {}); test.skip('waits [P1.02]', () => {});`,
    });
    expect(failures(tests)).toBe(0);
    expect(proven(tests)).toEqual(['P1.01']);
  });

  it('marks a test that passed on retry as flaky, which proves nothing, and a test that failed twice as failed', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test.describe.configure({ retries: ${BROWSER_RETRIES} });
        test('fails once [P1.01]', ({}, { retry }) => { if (retry === 0) throw new Error('once'); });
        test('fails always [P1.02]', () => { throw new Error('always'); });
        test('passes [P1.03]', () => {});`,
    });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['flaky', 'failed', 'passed']);
    expect(proven(tests)).toEqual(['P1.03']);
  });

  it('fails if a hook or a cleanup fails', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test('runs [P1.01]', () => {}); test.afterAll(() => { throw new Error('left open') });`,
    });
    expect(failures(tests)).toBeGreaterThan(0);
    expect(proven(tests)).toEqual([]);
  });
});
