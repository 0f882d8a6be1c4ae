import { printTable, type Row } from './table.ts';

export interface Benchmark {
  /** `--quick`: less load and fewer rounds, for a quick check only. */
  quick: boolean;
  /** Number of interleaved rounds, for medians. */
  rounds: number;
  /** Returns the number for a full or a quick run. */
  size: (full: number, quick: number) => number;
  add: (row: Row) => void;
  /** Prints a line above the table, for example about a peer that is not installed. */
  say: (line: string) => void;
  /** Registers a cleanup that runs however the benchmark ends, in reverse order. */
  onEnd: (cleanUp: () => Promise<void>) => void;
}

/** The result that a benchmark sends to its runner. */
export interface Outcome {
  title: string;
  rows: Row[];
}

/** Runs one benchmark in this process, prints its table and cleans up, even if it is interrupted. */
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
