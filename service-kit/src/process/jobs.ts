import type { Log } from '../telemetry/log.ts';
import { newTraceparent, runInTrace } from '../telemetry/trace-context.ts';
import { buildSlotPool, type Queue, type SlotPool } from './slot-pool.ts';

/** Ends early and cleanly once the signal is aborted: what is left is due at the next start, or on another instance. */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /** Runs `job` every so often, never twice at once, until the process closes; a failure is logged and tried again. */
  every: (name: string, intervalMs: number, job: Job) => void;
  /** Looks for what is due in a queue every so often, and whenever it is woken. */
  queue: (intervalMs: number, queue: Queue) => Pick<SlotPool, 'wake'>;
  /** Jobs run from here on; until then they are only declared. */
  start: () => void;
  /** Aborts what runs and waits for it. */
  close: () => Promise<void>;
}

export function buildJobs(log: Log): Jobs {
  const shutdown = new AbortController();
  const declared: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const pools: SlotPool[] = [];
  let isStarted = false;

  const every: Jobs['every'] = (name, intervalMs, job) => {
    const run = () => {
      if (running.has(name)) return;
      const logged = () =>
        job(shutdown.signal).catch((err: unknown) => log.error({ err }, 'job failed, it will run again'));
      const work = runInTrace(newTraceparent(), logged, { job: name }).finally(() => running.delete(name));
      running.set(name, work);
    };
    const schedule = () => void timers.push(setInterval(run, intervalMs));
    if (isStarted) schedule();
    else declared.push(schedule);
  };

  return {
    every,
    queue: (intervalMs, queue) => {
      const pool = buildSlotPool(queue, log, shutdown.signal);
      pools.push(pool);
      every(queue.name, intervalMs, pool.run);
      return pool;
    },
    start: () => {
      isStarted = true;
      for (const schedule of declared) schedule();
    },
    close: async () => {
      shutdown.abort();
      timers.forEach(clearInterval);
      await Promise.all([...running.values(), ...pools.map((pool) => pool.close())]);
    },
  };
}
