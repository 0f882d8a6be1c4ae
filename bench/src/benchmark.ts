import { printTable, type Row } from './table.ts';

export interface Benchmark {
  /** `--quick`: less load, fewer rounds; for a look, not for the record. */
  quick: boolean;
  /** Interleaved rounds to take medians of. */
  rounds: number;
  /** The full run's number, or the quick one's. */
  size: (full: number, quick: number) => number;
  add: (row: Row) => void;
  /** A line above the table, as for a peer that is not installed. */
  say: (line: string) => void;
  /** Runs when the benchmark ends, however it ends; the last one first. */
  onEnd: (cleanUp: () => Promise<void>) => void;
}

/** What a benchmark tells the runner that started it. */
export interface Outcome {
  title: string;
  rows: Row[];
}

/** Runs one benchmark as this process: prints its table and leaves nothing behind, also when it is interrupted. */
export async function benchmark(title: string, measure: (bench: Benchmark) => Promise<void>): Promise<void> {
  const quick = process.argv.includes('--quick');
  const rows: Row[] = [];
  const cleanUps: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= cleanAll(cleanUps));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void end().finally(() => process.exit(1)));
  }
  try {
    await measure({
      quick,
      rounds: quick ? 3 : 5,
      size: (full, small) => (quick ? small : full),
      add: (row) => rows.push(row),
      say: (line) => console.log(`  ${line}`),
      onEnd: (cleanUp) => cleanUps.unshift(cleanUp),
    });
  } catch (error) {
    if (ending === undefined) console.error(error);
    process.exitCode = 1;
  } finally {
    await end();
  }
  printTable(title, rows);
  const outcome: Outcome = { title, rows };
  if (process.send) await new Promise((resolve) => process.send?.(outcome, undefined, {}, resolve));
  process.exit();
}

async function cleanAll(cleanUps: (() => Promise<void>)[]): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp().catch((error: unknown) => console.error(error));
}
