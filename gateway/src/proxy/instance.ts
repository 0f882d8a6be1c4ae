import { Lane } from './lane.ts';

/** One process of a service, and what the gateway knows about it. */
export interface Instance {
  address: string;
  /** Payments, validations and sign-ins have connections of their own: nothing else stands before them in a queue. */
  lanes: { first: Lane; others: Lane };
  /** Calls from their dispatch to the end of their reply. */
  active: number;
  /** What the last probes of `/readyz` found: `unready` says no or refuses connections, as while it starts or closes, `silent` says nothing. */
  health: 'ready' | 'silent' | 'unready';
  /** Failed calls since the last reply. */
  failures: number;
  /** How often it was ejected since it last replied; each time doubles the next. */
  ejections: number;
  /** On the clock of `performance.now()`. */
  ejectedUntil: number;
}

/** More waiting calls are refused: nobody would wait for their replies any more. */
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

/** Ends its connections as their calls end. */
export async function closeInstance({ lanes }: Instance): Promise<void> {
  await Promise.all([lanes.first.pool.close(), lanes.others.pool.close()]);
}

/** Breaks off what is under way. */
export async function destroyInstance({ lanes }: Instance): Promise<void> {
  await Promise.all([lanes.first.pool.destroy(), lanes.others.pool.destroy()]);
}

/** Any reply, an error of the service's own too: the instance is there. */
export function recordReply(instance: Instance): void {
  instance.failures = 0;
  instance.ejections = 0;
}

/** A reply of a process that is closing; the next probe decides. */
export function recordLastReply(instance: Instance): void {
  instance.health = 'unready';
}

/** @returns whether this failure ejects the instance. */
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

/** Perhaps only busy: better than one that refuses. */
export const isDoubtful = (instance: Instance) => instance.health === 'silent' && !isEjected(instance);
