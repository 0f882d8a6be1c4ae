import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkWords } from '../src/check-words.ts';

it('the check of words finds unwanted words in code and prose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'words-'));
  try {
    await promisify(execFile)('git', ['init', '-q'], { cwd: folder });
    await writeFile(
      join(folder, 'order.ts'),
      'const MAX_TRIES = 3;\n// The order is told again.\nconst MOST_TRIES = 3;\n',
    );
    await writeFile(join(folder, 'README.md'), 'An untold story, published by email.\nSent by e-mail.\n');
    await writeFile(join(folder, 'picture.svg'), 'told');
    const found = (await checkWords(folder)).map((line) => line.split(' (')[0]);
    expect(found.sort()).toEqual(['README.md:2: “e-mail”', 'order.ts:2: “told”', 'order.ts:3: “MOST_T”']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
