import { endWithUsageFault, readOptions } from '@leadping/dev-machine/command-options';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './src/benchmark.ts';

const MINUTE = 60_000;
/** Maximum time for a benchmark to clean up after SIGTERM, in ms. Then it is killed. */
const CLEAN_UP_MS = 60_000;

const names = (await readdir(import.meta.dirname))
  .flatMap((file) => (file.endsWith('.bench.ts') ? [file.replace('.bench.ts', '')] : []))
  .sort();
const USAGE = `
npm run bench -- [name ...] [options]

Runs these benchmarks, or all, which takes a quarter of an hour or more: ${names.join(', ')}.

  --quick         fewer rounds and less load: for a look, not for the record
  --files         landing, interaction: lists what the page loads
  --tasks         landing: lists the longer tasks of the main thread
  --requests <n>  memory: so many requests; 20000 by default
`;

// Unknown options are errors, because without a name all benchmarks would run for an hour.
const { values, positionals: asked } = readOptions(
  { usage: USAGE, numbers: ['requests'] },
  {
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      files: { type: 'boolean' },
      tasks: { type: 'boolean' },
      requests: { type: 'string' },
    },
  },
);
const options = Object.entries(values).flatMap(([name, value]) => {
  if (value === false) return [];
  return value === true ? [`--${name}`] : [`--${name}=${value}`];
});
const limitMs = values.quick ? 5 * MINUTE : 15 * MINUTE;

const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0)
  endWithUsageFault(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`);

let running: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill('SIGTERM');
  });
}

const outcomes: Outcome[] = [];
const failed: string[] = [];
for (const name of asked.length > 0 ? asked : names) {
  if (interrupted) break;
  const isDone = await runOne(name);
  if (!isDone) failed.push(name);
}

const rows = outcomes.flatMap(({ title, rows: own }) => own.map((row) => ({ title, ...row })));
const missed = rows.filter(({ met }) => met === false);
console.log(`${rows.filter(({ met }) => met).length} bars met, ${missed.length} missed`);
for (const { title, figure, measured, bar } of missed)
  console.log(`  ${title}: ${figure}: ${measured}, bar ${bar}`);
if (failed.length > 0) console.log(`did not finish: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 || interrupted ? 1 : 0;

/** Runs each benchmark in its own process, so that none is affected by another one's heap or timers. */
async function runOne(name: string): Promise<boolean> {
  const child = fork(join(import.meta.dirname, `${name}.bench.ts`), options, {
    execArgv: ['--conditions=source', '--import', 'tsx'],
    // Ctrl-C reaches only this process, which then stops the benchmark in order.
    detached: true,
  });
  running = child;
  child.on('message', (outcome) => outcomes.push(outcome as Outcome));
  const timers = [
    setTimeout(() => {
      console.error(`${name} took longer than ${limitMs / MINUTE} minutes and is ended`);
      child.kill('SIGTERM');
    }, limitMs),
    setTimeout(() => child.kill('SIGKILL'), limitMs + CLEAN_UP_MS),
  ];
  const [code] = (await once(child, 'exit')) as [number | null];
  timers.forEach(clearTimeout);
  return code === 0;
}
