import { Lane } from './lane.ts';

/** One process of a service and its state. */
export interface Instance {
  address: string;
  /** Payments, validations and sign-ins have their own connections, so that they never wait behind other calls. */
  lanes: { first: Lane; others: Lane };
  /** Calls between dispatch and end of reply. */
  active: number;
  /**
   * Result of the last `/readyz` probes. `unready`: not ready (starting or closing) or connection refused. `silent`:
   * no reply.
   */
  health: 'ready' | 'silent' | 'unready';
  /** Failed calls since the last reply. */
  failures: number;
  /** Number of ejections since the last reply. Each one doubles the duration of the next. */
  ejections: number;
  /** Time by `performance.now()`. */
  ejectedUntil: number;
}

/** Maximum number of waiting calls. With more, clients would give up before their turn. */
const MAX_WAITING = { first: 1000, others: 128 };
const MAX_FAILURES = 3;
const EJECTED_MS = 2000;
const MAX_EJECTED_MS = 30_000;

export function openInstance(address: string): Instance {
  return {
    address,
    lanes: {
      first: new Lane(address, MAX_WAITING.first),
      others: new Lane(address, MAX_WAITING.others),
    },
    active: 0,
    health: 'ready',
    failures: 0,
    ejections: 0,
    ejectedUntil: 0,
  };
}

/** Closes each connection when its calls end. */
export async function closeInstance({ lanes }: Instance): Promise<void> {
  await Promise.all([lanes.first.pool.close(), lanes.others.pool.close()]);
}

/** Aborts active calls. */
export async function destroyInstance({ lanes }: Instance): Promise<void> {
  await Promise.all([lanes.first.pool.destroy(), lanes.others.pool.destroy()]);
}

/** Records any reply, even an error: the instance is alive. */
export function recordReply(instance: Instance): void {
  instance.failures = 0;
  instance.ejections = 0;
}

/** Records a reply of a process that is closing. The next probe decides. */
export function recordLastReply(instance: Instance): void {
  instance.health = 'unready';
}

/** Records a failure. @returns whether it ejects the instance. */
export function recordFailure(instance: Instance): boolean {
  if (isEjected(instance)) return false;
  instance.failures += 1;
  if (instance.failures < MAX_FAILURES) return false;
  const pauseMs = Math.min(EJECTED_MS * 2 ** instance.ejections, MAX_EJECTED_MS);
  instance.failures = 0;
  instance.ejections += 1;
  instance.ejectedUntil = performance.now() + pauseMs;
  return true;
}

const isEjected = ({ ejectedUntil }: Instance) => ejectedUntil !== 0 && ejectedUntil > performance.now();

export const isUsable = (instance: Instance) => instance.health === 'ready' && !isEjected(instance);

/** The instance may only be busy, so it is preferred to one that refuses. */
export const isDoubtful = (instance: Instance) => instance.health === 'silent' && !isEjected(instance);
