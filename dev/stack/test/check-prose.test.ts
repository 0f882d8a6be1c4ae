import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkProse } from '../src/check-prose.ts';

describe('the check of plain English', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'prose-'));
    await promisify(execFile)('git', ['init', '-q'], { cwd: root });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = async (file: string, ...lines: string[]) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), lines.join('\n'));
  };

  it('lists hard sentences in the comments of a package that has more than one', async () => {
    await write(
      'gateway/src/order.ts',
      '/**',
      ' * An order. What a buyer',
      ' * gets of it.',
      ' * @param id of the order. Of a test order it is null.',
      ' */',
      'export const text = "// What is in a string.";',
      '// The order is sent',
      '// anew. What is this?',
      'export const path = "/*";',
    );
    await write('dev/stack/src/run.mjs', '// One that fails is repeated.');
    await write('tools/release/README.md', '// Who reads this. Who writes this.');
    expect(await checkProse(root)).toEqual([
      'gateway: 3 of 6 sentences, at most 1',
      'gateway/src/order.ts:1: relative clause as subject: What a buyer gets of it.',
      'gateway/src/order.ts:1: inverted opening: Of a test order it is null.',
      'gateway/src/order.ts:7: idiom: The order is sent anew.',
    ]);
  });

  it('allows two hard sentences in a hundred', async () => {
    const plain = Array.from({ length: 117 }, (_, nth) => `/* The order number ${nth} is paid. */`);
    const hard = ['/* Who pays gets a key. */', '/* It is sent anew. */', '/* By the mail it is found. */'];
    await write('gateway/src/a.ts', ...plain, ...hard);
    expect(await checkProse(root)).toHaveLength(4);
    await write('gateway/src/a.ts', ...plain, ...hard.slice(1));
    expect(await checkProse(root)).toEqual([]);
  });

  it('ignores fixtures and generated files', async () => {
    await write('extension/test/fixtures/page.ts', '// Who is this. What is that.');
    await write('contracts/src/endpoints/orders.ts', '// Who is this. What is that.');
    expect(await checkProse(root)).toEqual([]);
  });
});
