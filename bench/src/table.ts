/** One line of a benchmark's table. */
export interface Row {
  figure: string;
  measured: string;
  /** The peer in the same run and its result. */
  peer?: string;
  /** The requirement as written in the project's list. */
  bar?: string;
  /** Whether the requirement is met. Absent without one. */
  met?: boolean;
}

const HEADINGS = ['figure', 'measured', 'beside it, in the same run', 'bar', ''] as const;

export function printTable(title: string, rows: readonly Row[]): void {
  const cells = rows.map((row) => [row.figure, row.measured, row.peer ?? '', row.bar ?? '', verdict(row)]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const print = (line: readonly string[]) =>
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  console.log(`\n${title}\n`);
  print(HEADINGS);
  print(widths.map((width) => '-'.repeat(width)));
  cells.forEach(print);
  console.log();
}

function verdict({ met }: Row): string {
  if (met === undefined) return '';
  return met ? 'met' : 'MISSED';
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const ratio = (value: number): string => value.toFixed(2);
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
