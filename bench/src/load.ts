import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds on the clock that all processes of this machine share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export interface Load {
  /** Time of each successful call, in ms. */
  latencies: number[];
  failures: number;
  seconds: number;
}

/** Measures the throughput: each of the callers calls again as soon as it has a reply, for the given time. */
export async function closedLoop(
  settings: { callers: number; seconds: number },
  call: () => Promise<void>,
): Promise<Load> {
  const since = now();
  const end = since + settings.seconds * 1000;
  const load: Load = { latencies: [], failures: 0, seconds: 0 };
  await Promise.all(
    Array.from({ length: settings.callers }, async () => {
      while (now() < end) await timed(load, now(), call);
    }),
  );
  load.seconds = (now() - since) / 1000;
  return load;
}

/**
 * Calls at a steady rate, whether or not earlier calls have ended. Latency counts from the scheduled time, so that
 * stalls on either side are included.
 */
export async function steadyRate(
  settings: { perSecond: number; seconds: number },
  call: (index: number) => Promise<void>,
): Promise<Load> {
  const since = now();
  const total = Math.round(settings.perSecond * settings.seconds);
  const load: Load = { latencies: [], failures: 0, seconds: 0 };
  const calls: Promise<void>[] = [];
  while (calls.length < total) {
    const due = Math.min(total, Math.ceil(((now() - since) * settings.perSecond) / 1000));
    while (calls.length < due) {
      const index = calls.length;
      calls.push(timed(load, since + (index * 1000) / settings.perSecond, () => call(index)));
    }
    await wait(1);
  }
  await Promise.all(calls);
  load.seconds = (now() - since) / 1000;
  return load;
}

async function timed(load: Load, from: number, call: () => Promise<void>): Promise<void> {
  try {
    await call();
    load.latencies.push(now() - from);
  } catch {
    load.failures += 1;
  }
}
