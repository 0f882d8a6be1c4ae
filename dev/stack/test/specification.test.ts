import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkLinks } from '../src/check-links.ts';
import { provenIds } from '../src/specification.ts';

describe('what is proven', () => {
  it('is what a passed test names, unless another that names it failed or did not run', () => {
    const proven = provenIds([
      { title: 'a key [P1.08] [R-licenses.3]', outcome: 'passed' },
      { title: 'a price [P1.14]', outcome: 'failed' },
      { title: 'the same price elsewhere [P1.14]', outcome: 'passed' },
      { title: 'later [S2.01]', outcome: 'skipped' },
      { title: 'nothing P1.99 [p1.2] [X1.1]', outcome: 'passed' },
    ]);
    expect([...proven].sort()).toEqual(['P1.08', 'R-licenses.3']);
  });
});

describe('links in the documents', () => {
  it('that lead nowhere are reported, in prose and not in code, and tests that are not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'links-'));
    try {
      await promisify(execFile)('git', ['init', '-q'], { cwd: folder });
      await writeFile(join(folder, 'other.md'), '# One heading\n');
      await writeFile(join(folder, 'a.test.ts'), "it('is so', () => {});\n");
      await writeFile(
        join(folder, 'proofs.md'),
        '[a](a.test.ts): “is so” [a](a.test.ts): “is not so” [b](gone.test.ts): “is so”\n',
      );
      await writeFile(
        join(folder, 'README.md'),
        '[a](other.md) [b](other.md#one-heading) [c](https://example.com) `[d](gone.md)`\n[e](gone.md) [f](other.md#two)\n',
      );
      expect(await checkLinks(folder)).toEqual([
        'README.md: gone.md',
        'README.md: other.md#two (no such heading)',
        'proofs.md: gone.test.ts',
        'proofs.md: a.test.ts (no test “is not so”)',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
