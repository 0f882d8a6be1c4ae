import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import { availableParallelism } from 'node:os';
import { Pool } from 'undici';
import { benchmark } from './src/benchmark.ts';
import { openGateways } from './src/gateways.ts';
import { closedLoop } from './src/load.ts';
import { silentSteps } from './src/platform.ts';
import { treeCpuMs } from './src/process-figures.ts';
import { runProgram } from './src/program.ts';
import { send } from './src/send.ts';
import { median } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

/** One for each core at most: more take it from each other. */
const WORKERS = Array.from({ length: availableParallelism() }, (_, index) => index + 1);
/** Enough to keep a worker busy, and fewer than from where slow replies are refused (`gateway/src/guards/overload.ts`). */
const CALLERS_EACH = 8;
const WARM_UP = 8000;
const PRICING = { path: '/api/pricing' };

interface Side {
  count: number;
  pid: number;
  /** A connection for each caller. */
  pools: Pool[];
  perSecond: number[];
  cpu: number[];
}

/**
 * What a request costs a gateway of several workers, all of its processes together. Workers that share nothing cost what one costs, and
 * then as many cores serve as many times as much. The throughput itself says little where the workers have to share their cores with
 * their callers and with what is behind them.
 */
await benchmark('Workers', async (bench) => {
  await buildAll(ROOT, silentSteps);
  const program = ['--import', 'tsx', 'bench/programs/small-json.ts'];
  const upstream = await runProgram(bench, 'small-json', program, { NODE_ENV: 'production' });
  const gateways = await openGateways(bench, upstream.url);
  const sides: Side[] = [];
  for (const count of WORKERS) {
    const { url, pid } = await gateways.start({ WORKERS: String(count) });
    const pools = Array.from({ length: CALLERS_EACH * count }, () => {
      const pool = new Pool(url, { connections: 1, pipelining: 1 });
      bench.onEnd(() => pool.destroy());
      return pool;
    });
    // One after the other: of connections that come together the quickest worker takes most, and keeps them.
    for (const pool of pools) await send(pool, PRICING);
    const side = { count, pid, pools, perSecond: [], cpu: [] };
    await warmUp(side);
    sides.push(side);
  }
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const side of sides) {
      const before = await treeCpuMs(side.pid);
      const settings = { callers: side.pools.length, seconds: bench.size(5, 2) };
      const load = await closedLoop(settings, callerOf(side));
      if (load.failures > 0) throw new Error(`WORKERS=${side.count}: ${load.failures} calls failed`);
      side.perSecond.push(load.latencies.length / load.seconds);
      side.cpu.push(((await treeCpuMs(side.pid)) - before) / load.latencies.length);
    }
  }
  const alone = median(sides[0]?.cpu ?? []);
  for (const { count, perSecond, cpu } of sides) {
    const times = median(cpu) / alone;
    bench.add({
      figure: `CPU a GET, WORKERS=${count}`,
      measured: `${ms(median(cpu))}, ${ratio(times)}x one worker's; ${median(perSecond).toFixed(0)} a second`,
      ...(count === 1 ? {} : { bar: 'at most 1.1x: linear where there are cores', met: times <= 1.1 }),
    });
  }
});

/** Until the compiler has seen enough of it, in each worker. */
async function warmUp({ count, pools }: Side): Promise<void> {
  let left = WARM_UP * count;
  await Promise.all(
    pools.map(async (pool) => {
      while ((left -= 1) >= 0) await send(pool, PRICING);
    }),
  );
}

/** Calls by a connection that no other call has at that moment. */
function callerOf({ pools }: Side): () => Promise<void> {
  const free = [...pools];
  return async () => {
    const pool = free.pop();
    if (!pool) throw new Error('more callers than connections');
    await send(pool, PRICING).finally(() => free.push(pool));
  };
}
