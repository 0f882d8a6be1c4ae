import { CELLS, titleOf } from './cells.ts';
import type { CellReport } from './run-cell.ts';

const NAMES = {
  ok: 'succeeded',
  busy: '503',
  limited: '429',
  cut: 'cut off',
  wrong: 'other',
} as const;
const HEAD =
  '| fault | runs | paid | licenses | mails | webhooks | lost | doubled | recovery, median | worst | visitors saw |';

/**
 * A Markdown table with one row per cell in the order of the matrix: sums over its runs, median and maximum of the
 * recovery times. The last row is the total.
 */
export function tableOf(reports: readonly CellReport[]): string {
  const titles = CELLS.map(titleOf).filter((title) => reports.some((report) => report.title === title));
  const rows = titles.map((title) =>
    rowOf(
      title,
      reports.filter((report) => report.title === title),
    ),
  );
  if (rows.length > 1) rows.push(rowOf('all', reports));
  return [HEAD, HEAD.replaceAll(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}

function rowOf(title: string, runs: readonly CellReport[]): (string | number)[] {
  const sumOf = (value: (run: CellReport) => number | undefined) =>
    runs.reduce((sum, run) => sum + (value(run) ?? 0), 0);
  const recoveries = runs
    .map(({ recoverySeconds }) => recoverySeconds)
    .toSorted((left, right) => left - right);
  const saw = Object.entries(NAMES).flatMap(([ending, name]) => {
    const count = sumOf((run) => run.saw[ending as keyof typeof NAMES]);
    return count > 0 ? [`${count.toLocaleString('en')} ${name}`] : [];
  });
  return [
    title,
    runs.length,
    sumOf(({ paid }) => paid),
    sumOf(({ licenses }) => licenses),
    sumOf(({ mails }) => mails),
    runs.some(({ webhooks }) => webhooks !== undefined) ? sumOf(({ webhooks }) => webhooks) : '',
    sumOf(({ lost }) => lost),
    sumOf(({ doubled }) => doubled),
    `${recoveries[Math.floor(recoveries.length / 2)] ?? 0} s`,
    `${recoveries.at(-1) ?? 0} s`,
    saw.join(', '),
  ];
}
