import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Call, Ending } from './shop-traffic.ts';

export interface Callers {
  /** The gateways' addresses. */
  bases: string[];
  /** Maximum connections to each gateway. Null for no limit. */
  connections: number | null;
  /** Calls in rotation. `#` in a call is replaced by its number. */
  calls: Call[];
  /** Number of the first call. Each call has its own address. Null: all calls come from this machine's address. */
  firstNumber: number | null;
  pace: SteadyPace | FloodPace;
}

/** Sends at a fixed rate, however slow the replies are. */
export interface SteadyPace {
  perSecond: number;
}

/** Each caller calls again as soon as it has a reply. */
export interface FloodPace {
  callers: number;
  /** Pause after a refused call. A client without any pause must be stopped by the network in front. */
  refusedPauseMs: number;
}

/** How a call ended. */
export interface Replied {
  /** Index in `calls`. */
  call: number;
  /** Time of sending, in ms from the start. */
  sentMs: number;
  ms: number;
  status: number;
  ending: Ending;
}

export interface CallersReport {
  replies: Replied[];
  /** Examples of failed calls. */
  examples: string[];
}

/**
 * Sends calls from a separate process, because the parent reads the logs of all platform processes and would delay
 * the calls.
 * @returns once the calls have started: a function that stops them and returns how each call ended.
 */
export async function startCallers(callers: Callers): Promise<() => Promise<CallersReport>> {
  const child = fork(join(import.meta.dirname, 'callers.ts'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the callers' process ended with ${code}`);
  });
  ended.catch(() => {});
  const message = () => Promise.race([once(child, 'message'), ended]);
  await message();
  child.send(callers);
  return async () => {
    child.send('end');
    const [report] = (await message()) as [CallersReport];
    return report;
  };
}
