import { describe, expect, it } from '@jest/globals';
import { listSurvivors, scoreMutants, type MutationReport } from '../src/mutation-report.ts';

const source = ['const MAX = 5;', 'export const isOver = (count: number) =>', '  count > MAX;'].join('\n');
const comparison = { start: { line: 3, column: 3 }, end: { line: 3, column: 14 } };
const whole = { start: { line: 2, column: 23 }, end: { line: 3, column: 14 } };

const reportOf = (...statuses: string[]): MutationReport => ({
  files: {
    'contracts/src/limit.ts': {
      source,
      mutants: statuses.map((status) => ({
        mutatorName: 'EqualityOperator',
        replacement: 'count >= MAX',
        status,
        location: comparison,
      })),
    },
  },
});

describe('the report of npm run mutate', () => {
  it('counts killed and timed-out mutants as noticed', () => {
    expect(scoreMutants(reportOf('Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage'))).toEqual({
      mutants: 5,
      killed: 2,
      timedOut: 1,
      survived: 1,
      notCovered: 1,
      percent: 60,
    });
  });

  it('ignores mutants that do not load', () => {
    expect(scoreMutants(reportOf('Killed', 'CompileError', 'RuntimeError', 'Ignored'))).toMatchObject({
      mutants: 1,
      percent: 100,
    });
  });

  it('has no score without mutants', () => {
    expect(scoreMutants(reportOf()).percent).toBeNull();
  });

  it('names file, line and change of each survivor, in the order of the file', () => {
    const report = reportOf('Killed', 'NoCoverage', 'Timeout');
    report.files['contracts/src/limit.ts']?.mutants.push({
      mutatorName: 'ArrowFunction',
      replacement: '() => undefined',
      status: 'Survived',
      location: whole,
    });
    expect(listSurvivors(report)).toEqual([
      'contracts/src/limit.ts:2  (count: number) => count > MAX → () => undefined',
      'contracts/src/limit.ts:3  count > MAX → count >= MAX  (runs in no test)',
    ]);
  });
});
