import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkLinks } from '../src/check-links.ts';
import { describeRows, provenIds, readRows, readSettledIds } from '../src/specification.ts';

describe('a row of the specification', () => {
  it('is proven by a passed test that names it, unless another test that names it failed or did not run', () => {
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

describe('the rows', () => {
  it('have unique ids in the specification and in its readings, and every settled departure names some of them', async () => {
    const ids = (await readRows()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['P1.01', 'R-november.1']));
    const settled = [...(await readSettledIds())];
    expect(settled).toContain('S2.63');
    expect(settled.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

it('the report counts the rows that are proven in a settled form apart, and an unproven one never', () => {
  const rows = ['P1.1', 'P1.2', 'P1.3', 'P1.4'].map((id) => ({ id, owner: 'shell', text: `About ${id}` }));
  expect(describeRows(rows, new Set(['P1.1', 'P1.2']), new Set(['P1.2', 'P1.3']))).toEqual([
    '',
    'shell: 2 of 4 proven',
    '  - P1.3 About P1.3',
    '  - P1.4 About P1.4',
    '',
    'all: 2 of 4 proven',
    'of these 1 in a settled form (docs/decisions/0024-screens-that-depart.md):',
    '  - P1.2 About P1.2',
  ]);
});

describe('links in the documents', () => {
  it('are reported if their target or the named test does not exist, in prose but not in code', async () => {
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
