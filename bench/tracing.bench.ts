import { currentTraceId, newTraceparent, runInTrace } from '@leadping/service-kit/telemetry/trace-context';
import { inSpan, openTracing, type Tracing } from '@leadping/service-kit/telemetry/tracing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { median } from './src/statistics.ts';
import { megabytes } from './src/table.ts';

/** CPU of a route of the kit with nothing to look up, as `licenses.bench.ts` finds it: a step must vanish beside it. */
const EMPTY_ROUTE_US = 60;

await benchmark('Tracing', async (bench) => {
  const atStart = process.memoryUsage().heapUsed;
  const off = await openTracing('svc-licensing', undefined);
  const heapOff = process.memoryUsage().heapUsed - atStart;
  const on = await openTracing('svc-licensing', await openCollector(bench));
  const heapOn = process.memoryUsage().heapUsed - atStart;
  bench.onEnd(() => on.close());

  const steps = bench.size(200_000, 50_000);
  const plain: number[] = [];
  const unrecorded: number[] = [];
  const recorded: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    plain.push(await measure(steps, null));
    unrecorded.push(await measure(steps, off));
    recorded.push(await measure(steps / 10, on));
  }
  const added = median(unrecorded) - median(plain);
  bench.add({
    figure: 'a traced step, tracing off',
    measured: `${added.toFixed(2)} us more, ${((added / EMPTY_ROUTE_US) * 100).toFixed(1)} % of an empty route`,
    peer: `with the trace's context alone, for log lines, ${median(plain).toFixed(2)} us`,
    bar: 'at most 2 % of an empty route',
    met: added <= EMPTY_ROUTE_US * 0.02,
  });
  bench.add({
    figure: 'a traced step, recorded and exported',
    measured: `${(median(recorded) - median(plain)).toFixed(2)} us more`,
    peer: `off ${added.toFixed(2)} us more`,
  });
  bench.add({
    figure: 'memory of tracing, off',
    measured: megabytes(Math.max(0, heapOff)),
    peer: `on ${megabytes(heapOn)}`,
    bar: 'under 1 MB',
    met: heapOff < 1e6,
  });
});

/** Microseconds a step: an async function that reads its trace, as a log line does. Null: without a span of any kind. */
async function measure(steps: number, tracing: Tracing | null): Promise<number> {
  const parent = newTraceparent();
  const start = { name: 'step', kind: 'consumer', parent } as const;
  let read = 0;
  const work = async () => {
    if (currentTraceId() !== undefined) read += 1;
  };
  const startedAt = performance.now();
  for (let count = 0; count < steps; count += 1) {
    await (tracing ? inSpan(tracing, start, work) : runInTrace(parent, work));
  }
  const elapsed = performance.now() - startedAt;
  if (read !== steps) throw new Error(`${read} of ${steps} steps had a trace`);
  return (elapsed * 1000) / steps;
}

/** Takes spans and keeps none. */
async function openCollector(bench: Benchmark): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench.onEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
