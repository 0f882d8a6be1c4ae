import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkExpressions } from '../src/check-expressions.ts';

describe('regular expressions', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'expressions-'));
    await promisify(execFile)('git', ['init', '-q'], { cwd: root });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = async (file: string, ...lines: string[]) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), lines.join('\n'));
  };

  it('are found with a slow input if their time grows with the square of their input or faster', async () => {
    // The first expression once blocked the gateway: a path of 15,000 slashes took 0.9 s.
    await write(
      'gateway/src/page.ts',
      '',
      'export const trim = (path: string) => path.replace(/(?<=.)\\/+$/, "");',
    );
    await write(
      'shell/src/a.tsx',
      'const A = "a+"; const B = new RegExp(`^(${A})+$`, "i"); <p>{B.source}</p>;',
    );
    expect(await checkExpressions(root)).toEqual([
      expect.stringMatching(/^gateway\/src\/page\.ts:2: .*2nd degree polynomial.*try .*repeat/),
      expect.stringMatching(/^shell\/src\/a\.tsx:1: \/\^\(a\+\)\+\$\/i \(exponential/),
    ]);
    // The cached result is equal.
    expect(await checkExpressions(root)).toHaveLength(2);
  });

  it('that are built from variables need a comment about their limit', async () => {
    await write('a/src/a.ts', 'export const f = (tag: string) => new RegExp(tag);');
    expect(await checkExpressions(root)).toEqual([
      'a/src/a.ts:1: built of variables (nothing says what bounds it)',
    ]);
  });

  it('pass if they are linear, justified, or read no untrusted input', async () => {
    await write('a/src/a.ts', 'export const A = [/^[a-z]+$/u, /x{1,5}y/g, new RegExp(String.raw`^\\d+$`)];');
    await write('a/src/b.ts', '// backtracks: at most 20 characters', 'export const B = /^(a|a)*$/;');
    await write('a/test/a.test.ts', 'export const C = /^(a+)+$/;');
    expect(await checkExpressions(root)).toEqual([]);
  });
});
