import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Call, Ending } from './shop-traffic.ts';

export interface Callers {
  /** The gateways' addresses. */
  bases: string[];
  /** To each of them; null where nobody shall wait for somebody else's reply. */
  connections: number | null;
  /** In turns. `#` in what one sends stands for the number of the call. */
  calls: Call[];
  /** The number of the first call, each of which has an address of its own; null: all have the address of this machine. */
  firstNumber: number | null;
  pace: SteadyPace | FloodPace;
}

/** However slowly the replies come. */
export interface SteadyPace {
  perSecond: number;
}

/** Each calls again as soon as there is a reply. */
export interface FloodPace {
  callers: number;
  /** After a call that was refused: a client that does not wait even a moment is a matter for the network in front. */
  refusedPauseMs: number;
}

/** How a call ended. */
export interface Replied {
  /** The place of its call in `calls`. */
  call: number;
  /** When it was sent, in milliseconds from the beginning. */
  sentMs: number;
  ms: number;
  status: number;
  ending: Ending;
}

export interface CallersReport {
  replies: Replied[];
  /** A few that were not well. */
  examples: string[];
}

/**
 * Calls from a process of its own: whoever started the platform reads the logs of all its processes, and a caller that shares
 * its process with others waits for them too.
 * @returns once they call: what ends it, with how each call ended.
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
