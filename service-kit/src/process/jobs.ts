import type { Log } from '../telemetry/log.ts';
import { newTraceparent, runInTrace } from '../telemetry/trace-context.ts';
import { buildQueuePool, type Queue, type QueuePool } from './queue-pool.ts';

/**
 * A job ends early and cleanly once the signal is aborted. The rest is due at the next start, or on another instance.
 */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /**
   * Runs `job` every so often, never twice at once, until the process closes. A failed run is
   * repeated at the next interval. A lasting failure is logged once a minute, and its end is logged too.
   */
  every: (name: string, intervalMs: number, job: Job) => void;
  /** Checks a queue for due work at this interval, and whenever it is woken. */
  queue: (intervalMs: number, queue: Queue) => Pick<QueuePool, 'wake'>;
  /**
   * Runs this job now, after a current run, instead of at its next time. A queue's job starts due work and does not
   * wait for it.
   * @throws if no such job is declared
   */
  runNow: (name: string) => Promise<void>;
  /** Starts the declared jobs. */
  start: () => void;
  /** Aborts running jobs and waits for them. */
  close: () => Promise<void>;
}

const REPEAT_MS = 60_000;

export function buildJobs(log: Log): Jobs {
  const shutdown = new AbortController();
  const declared: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const runs = new Map<string, () => Promise<void>>();
  const pools: QueuePool[] = [];
  let isStarted = false;

  const every: Jobs['every'] = (name, intervalMs, job) => {
    const failures = watchFailures(log);
    const run = () => {
      const current = running.get(name);
      if (current) return current;
      const logged = () => job(shutdown.signal).then(failures.end, failures.add);
      const work = runInTrace(newTraceparent(), logged, { job: name }).finally(() => running.delete(name));
      running.set(name, work);
      return work;
    };
    runs.set(name, run);
    const schedule = () => void timers.push(setInterval(run, intervalMs));
    if (isStarted) schedule();
    else declared.push(schedule);
  };

  return {
    every,
    queue: (intervalMs, queue) => {
      const pool = buildQueuePool(queue, log, shutdown.signal);
      pools.push(pool);
      every(queue.name, intervalMs, pool.run);
      return pool;
    },
    runNow: async (name) => {
      const run = runs.get(name);
      if (!run) throw new Error(`There is no job "${name}".`);
      // The current run may have searched before the caller wrote its work.
      await running.get(name);
      await run();
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

/** Logs the first failure of a job, and repeats it at an interval, because an outage fails every run. */
function watchFailures(log: Log): { add: (err: unknown) => void; end: () => void } {
  let failures = 0;
  let loggedAt = 0;
  return {
    add: (err) => {
      failures += 1;
      const now = performance.now();
      if (failures > 1 && now - loggedAt < REPEAT_MS) return;
      loggedAt = now;
      log.error({ err, failures }, 'job failed, it will run again');
    },
    end: () => {
      if (failures > 0) log.info({ failures }, 'job succeeds again');
      failures = 0;
    },
  };
}
