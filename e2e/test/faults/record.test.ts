import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../../faults/cell-table.ts';
import { CELLS, titleOf } from '../../faults/cells.ts';
import { nextTitle, openRecord } from '../../faults/record.ts';
import type { CellReport } from '../../faults/run-cell.ts';

const [first = '', second = ''] = CELLS.map(titleOf);

const runOf = (title: string, changes: Partial<CellReport> = {}): CellReport => ({
  title,
  paid: 3,
  orders: 3,
  licenses: 3,
  mails: 3,
  webhooks: 3,
  lost: 0,
  doubled: 0,
  recoverySeconds: 2,
  saw: { ok: 7, busy: 0, limited: 0, cut: 0, wrong: 0 },
  examples: [],
  ...changes,
});

describe('the record of the fault matrix', () => {
  it('keeps finished runs for the next command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadping-record-'));
    const file = join(folder, 'runs.jsonl');
    try {
      await openRecord(file).add(runOf(first));
      await openRecord(file).add(runOf(second, { lost: 1 }));
      expect(await openRecord(file).reports()).toEqual([runOf(first), runOf(second, { lost: 1 })]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is empty before the first run', async () => {
    expect(await openRecord(join(tmpdir(), 'leadping-no-such-record')).reports()).toEqual([]);
  });

  it('selects a cell with the fewest runs until all have the wanted number', () => {
    const titles = ['a', 'b', 'c'];
    const done = (...names: string[]) => names.map((title) => ({ title }));
    expect(nextTitle(titles, done('a', 'c', 'c', 'another'), 2)).toBe('b');
    expect(['b', 'c']).toContain(nextTitle(titles, done('a'), 2));
    expect(nextTitle(titles, done('a', 'b', 'c', 'c', 'b', 'a'), 2)).toBeUndefined();
    expect(nextTitle(titles, done('a', 'a', 'a', 'b', 'b', 'c'), 2)).toBe('c');
    expect(nextTitle([], [], 2)).toBeUndefined();
  });
});

describe('the table of the fault matrix', () => {
  it('sums up the runs per cell in the order of the matrix, and in total', () => {
    const table = tableOf([
      runOf(second, { recoverySeconds: 5, lost: 1 }),
      runOf(first, { recoverySeconds: 1 }),
      runOf(second, { recoverySeconds: 40, saw: { ok: 1, busy: 2, limited: 0, cut: 0, wrong: 0 } }),
    ]);
    expect(table.split('\n').slice(2)).toEqual([
      `| ${first} | 1 | 3 | 3 | 3 | 3 | 0 | 0 | 1 s | 1 s | 7 succeeded |`,
      `| ${second} | 2 | 6 | 6 | 6 | 6 | 1 | 0 | 40 s | 40 s | 8 succeeded, 2 503 |`,
      '| all | 3 | 9 | 9 | 9 | 9 | 1 | 0 | 5 s | 40 s | 15 succeeded, 2 503 |',
    ]);
  });
});
