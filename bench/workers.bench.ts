import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import { availableParallelism } from 'node:os';
import { benchmark } from './src/benchmark.ts';
import { openGateways } from './src/gateways.ts';
import { startNginxService } from './src/nginx.ts';
import { silentSteps } from './src/platform.ts';
import { treeCpuMs } from './src/process-figures.ts';
import { canSaturate, saturate } from './src/saturate.ts';
import { median } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

/** One for each core at most: more take it from each other. */
const WORKERS = Array.from({ length: availableParallelism() }, (_, index) => index + 1);

/**
 * What a request costs a gateway of several workers, all of its processes together. Workers that share nothing cost what one costs, and
 * then as many cores serve as many times as much. The throughput itself says little where the workers have to share their cores with
 * their callers and with what is behind them.
 */
await benchmark('Workers', async (bench) => {
  await buildAll(ROOT, silentSteps);
  const service = await startNginxService(bench, { mainProduct: { dollars: 79 } });
  if (!(await canSaturate())) return bench.say('skipped: wrk is missing (Debian: apt-get install wrk)');
  const gateways = await openGateways(bench, service.url);
  const sides = [];
  for (const count of WORKERS) {
    const { url, pid } = await gateways.start({ WORKERS: String(count) });
    const target = `${url}/api/pricing`;
    // Until the compiler has seen enough of it, in each worker.
    await saturate(target, bench.size(10, 4));
    sides.push({ count, target, pid, perSecond: [] as number[], cpu: [] as number[] });
  }
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const { target, pid, perSecond, cpu } of sides) {
      const before = await treeCpuMs(pid);
      const load = await saturate(target, bench.size(5, 2));
      perSecond.push(load.perSecond);
      cpu.push(((await treeCpuMs(pid)) - before) / load.replies);
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
