import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { ROOT } from '../src/root.ts';
import { rowIds } from '../src/test-results.ts';

const faultTests = JSON.parse(readFileSync(join(ROOT, 'dev/fault-tests.json'), 'utf8')) as {
  jest: string[];
  browser: string[];
};
const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const isJest = (file: string) => faultTests.jest.some((glob) => matchesGlob(file, glob));
const isBrowser = (file: string) => faultTests.browser.includes(basename(file));
const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const rows = (of: string[]) => of.flatMap((file) => rowIds(readText(file)));
/** A browser test that `npm test` leaves out, with its title. */
const DEEP_TEST = /\btest\(\s*(['"`])((?:(?!\1).)*)\1,\s*DEEP\b/g;

describe('the tests of faults', () => {
  it.each(faultTests.jest)('%s exist', (glob) => {
    expect(files.filter((file) => matchesGlob(file, glob))).not.toEqual([]);
  });

  it.each(faultTests.browser)('%s exists', (name) => {
    expect(files.filter((file) => basename(file) === name)).toHaveLength(1);
  });

  it('run once like all other Jest tests, without retries', () => {
    const repeated = files.filter((file) => /\.retryTimes\(/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(repeated).toEqual([]);
  });

  it('name no row of the specification without a test in npm test', () => {
    const isFault = (file: string) => isJest(file) || isBrowser(file);
    const routine = new Set(rows(files.filter((file) => !isFault(file))));
    expect(rows(files.filter(isFault)).filter((id) => !routine.has(id))).toEqual([]);
  });

  it('include browser tests marked DEEP, which name no row of the specification', () => {
    const specs = files.filter((file) => file.endsWith('.spec.ts'));
    const titles = specs.flatMap((file) =>
      [...readText(file).matchAll(DEEP_TEST)].map(([, , title = '']) => title),
    );
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter((title) => rowIds(title).length > 0)).toEqual([]);
  });
});
