import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Call, Ending } from './shop-traffic.ts';

export interface Flood {
  /** The gateways' addresses. */
  bases: string[];
  call: Call;
  callers: number;
  /** After a call that was refused: a client that does not wait even a moment is a matter for the network in front. */
  refusedPauseMs: number;
}

/**
 * Floods from a process of its own, so that whoever measures beside it waits for the gateways only, and not for its callers.
 * @returns once it floods: what ends it, with how its calls ended.
 */
export async function startFlood(flood: Flood): Promise<() => Promise<Record<Ending, number>>> {
  const child = fork(join(import.meta.dirname, 'flood.ts'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the flood's process ended with ${code}`);
  });
  ended.catch(() => {});
  const message = () => Promise.race([once(child, 'message'), ended]);
  await message();
  child.send(flood);
  return async () => {
    child.send('end');
    const [endings] = (await message()) as [Record<Ending, number>];
    return endings;
  };
}
