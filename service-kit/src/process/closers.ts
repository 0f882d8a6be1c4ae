import type { Log } from '../telemetry/log.ts';
import { withTimeout } from '../with-timeout.ts';

export type Closer = () => Promise<unknown> | void;

/** What a process closes, by phase. The closers of a phase run one after the other. */
export interface Closers {
  /** Ends jobs, requests and deliveries. */
  stopTakingWork: readonly Closer[];
  /** Writes and publishes what the work has left in memory. */
  finishWork: readonly Closer[];
  closeConnections: readonly Closer[];
}

const PHASES = ['stopTakingWork', 'finishWork', 'closeConnections'] as const;

/** Minimum time for a part, in ms, even after the deadline. */
const MIN_MS = 250;

/** Runs each phase once the previous one has ended. */
export async function closeInPhases(closers: Closers, deadline: number, log: Log): Promise<void> {
  for (const phase of PHASES) {
    for (const close of closers[phase]) await closeWithin(deadline, close, log);
  }
}

/** A part that does not close in time, or fails to close, must not block the others. */
async function closeWithin(deadline: number, close: Closer, log: Log): Promise<void> {
  const closed = Promise.resolve(close()).then(
    () => true,
    (err: unknown) => {
      log.error({ err }, 'a part failed to close');
      return true;
    },
  );
  const isClosed = await withTimeout(Math.max(deadline - performance.now(), MIN_MS), closed);
  if (!isClosed) log.warn('a part did not close in time');
}
