import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'undici';
import { benchmark } from './src/benchmark.ts';
import { closedLoop, now } from './src/load.ts';
import { startPlatform } from './src/platform.ts';
import { ask, send } from './src/send.ts';
import { median, quantile } from './src/statistics.ts';
import { ms } from './src/table.ts';

const CALLERS = 64;
/**
 * Pause after a refused call, in ms. The reply requests two seconds. Clients without any pause must be stopped by the
 * network in front.
 */
const REFUSED_PAUSE_MS = 100;
/** Node.js samples the delay with a timer of this interval and includes it in the result. */
const SAMPLING_MS = 10;

await benchmark('Sign-in flood', async (bench) => {
  const platform = await startPlatform(bench);
  const identity = platform.poolTo(platform.urlOf('svc-identity'), CALLERS);
  const metrics = platform.poolTo(platform.urlOf('svc-identity'), 1);
  // An idle process: the delay of its event loop is the wait for a processor.
  const bystander = platform.poolTo(platform.urlOf('svc-support'), 1);
  const seconds = bench.size(5, 3);

  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  let tries = 0;
  const signIn = async () => {
    tries += 1;
    const since = now();
    const { status } = await ask(identity, {
      method: 'POST',
      path: '/api/login',
      json: { username: `nobody-${tries}`, password: 'correct horse' },
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 503) await wait(REFUSED_PAUSE_MS);
    else latencies.push(now() - since);
  };

  const flooded: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    await Promise.all([readDelay(metrics), readDelay(bystander)]);
    await closedLoop({ callers: CALLERS, seconds }, signIn);
    const [own, others] = await Promise.all([readDelay(metrics), readDelay(bystander)]);
    flooded.push(own);
    beside.push(others);
  }

  bench.add({
    figure: `event loop of svc-identity, p99, ${CALLERS} callers at once`,
    measured: ms(median(flooded)),
    peer: `an idle service ${ms(median(beside))}`,
    bar: 'under 20 ms',
    met: median(flooded) < 20,
  });
  bench.add({
    figure: 'sign-ins a second',
    measured: (tries / (seconds * bench.rounds)).toFixed(0),
    peer: [...statuses].map(([status, count]) => `${count} x ${status}`).join(', '),
  });
  bench.add({
    figure: 'a sign-in that is not refused, p50 and p99',
    measured: `${ms(median(latencies))}, ${ms(quantile(latencies, 0.99))}`,
  });
});

/** The p99 delay of the event loop since the last reading. */
async function readDelay(metrics: Pool): Promise<number> {
  const text = await send(metrics, { path: '/metrics' });
  const p99 = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text)?.[1];
  return Math.max(0, Number(p99) * 1000 - SAMPLING_MS);
}
