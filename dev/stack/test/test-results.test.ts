import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../src/root.ts';
import { provenIds } from '../src/specification.ts';
import {
  BROWSER,
  JEST,
  readResults,
  RETRIES,
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

/** Runs test files for real and reads what came of it, as `npm test` does. */
async function run(runner: Runner, files: Record<string, string>): Promise<RanTest[]> {
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
          '-i',
        ]
      : ['node_modules/@playwright/test/cli.js', 'test', `--config=${folder}/playwright.config.js`];
  const config = `module.exports = { testDir: __dirname, workers: 1, reporter: [['json', { outputFile: ${JSON.stringify(report)} }]] };`;
  await writeFile(join(folder, 'playwright.config.js'), config);
  // Nothing of the run around this one may reach the runner.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|JEST_|PLAYWRIGHT_|TEST_)/.test(name)),
  );
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  await saveExit(runner, signal ?? `code ${code}`, folder);
  return readResults(runner, folder);
}

const proven = (tests: RanTest[]) => [...provenIds(tests)].sort();
const failures = (tests: RanTest[]) => tests.filter(({ outcome }) => outcome === 'failed').length;
const SOUND = `it('is sound [P1.04]', () => {});`;

describe('a run of jest', () => {
  it('that is sound proves its rows, but none that a skipped test names', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01] [P1.02]', () => {}); it.skip('waits [P1.02]', () => {});`,
    });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped']);
    expect(proven(tests)).toEqual(['P1.01']);
  });

  it('with a hook that fails after the tests fails, and its file proves nothing', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => {}); afterAll(() => { throw new Error('left open') });`,
      'b.test.js': SOUND,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual(['P1.04']);
  });

  it('with a rejection that nobody handles fails', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', async () => {
        void Promise.reject(new Error('unhandled'));
        await new Promise((resolve) => setTimeout(resolve, 50));
      });`,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });

  it('with a rejection after the last test fails', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => { setTimeout(() => void Promise.reject(new Error('late')), 100); });
        afterAll(() => new Promise((resolve) => setTimeout(resolve, 400)));`,
    });
    expect(failures(tests)).toBe(1);
    expect(proven(tests)).toEqual([]);
  });

  it('with a file that cannot be loaded fails', async () => {
    const tests = await run(JEST, { 'a.test.js': `require('./gone.js'); ${SOUND}`, 'b.test.js': SOUND });
    expect(failures(tests)).toBe(1);
  });

  it('names a test that passed at its second run, and one that failed twice failed', async () => {
    const tests = await run(JEST, {
      'a.test.js': `jest.retryTimes(${RETRIES}); let runs = 0;
        it('fails once [P1.01]', () => { if (runs++ === 0) throw new Error('once'); });
        it('fails always [P1.02]', () => { throw new Error('always'); }); ${SOUND}`,
    });
    expect(tests.map(({ outcome, isRetried }) => [outcome, isRetried])).toEqual([
      ['passed', true],
      ['failed', undefined],
      ['passed', undefined],
    ]);
    expect(proven(tests)).toEqual(['P1.01', 'P1.04']);
  });

  it('that is killed fails and proves nothing', async () => {
    const tests = await run(JEST, {
      'a.test.js': `it('runs [P1.01]', () => {}); it('kills', () => process.kill(process.pid, 'SIGKILL'));`,
    });
    expect(tests).toEqual([{ title: 'jest wrote no report: SIGKILL', outcome: 'failed' }]);
  });

  it('that ends with an error after every test passed fails and proves nothing', async () => {
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

  it('that is sound proves its rows, but none that a skipped test names', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test('runs [P1.01] [P1.02]', () => {}); test.skip('waits [P1.02]', () => {});`,
    });
    expect(failures(tests)).toBe(0);
    expect(proven(tests)).toEqual(['P1.01']);
  });

  it('names a test that passed at its second run, and one that failed twice failed', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test.describe.configure({ retries: ${RETRIES} });
        test('fails once [P1.01]', ({}, { retry }) => { if (retry === 0) throw new Error('once'); });
        test('fails always [P1.02]', () => { throw new Error('always'); });`,
    });
    expect(tests.map(({ outcome, isRetried }) => [outcome, isRetried])).toEqual([
      ['passed', true],
      ['failed', undefined],
    ]);
    expect(proven(tests)).toEqual(['P1.01']);
  });

  it('with a hook or a clean-up that fails is a failed one', async () => {
    const tests = await run(BROWSER, {
      'a.spec.js': `${head} test('runs [P1.01]', () => {}); test.afterAll(() => { throw new Error('left open') });`,
    });
    expect(failures(tests)).toBeGreaterThan(0);
    expect(proven(tests)).toEqual([]);
  });
});
