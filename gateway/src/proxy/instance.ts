import { Pool } from 'undici';

/** One process of a service, and what the gateway knows about it. */
export interface Instance {
  address: string;
  pool: Pool;
  /** Calls that wait for a connection. */
  waiting: number;
  /** Calls from their dispatch to the end of their reply. */
  active: number;
  /** What the last probes of `/readyz` found: `closing` says no or refuses connections, `silent` says nothing. */
  health: 'ready' | 'silent' | 'closing';
  /** Failed calls since the last reply. */
  failures: number;
  /** How often it was ejected since it last replied; each time doubles the next. */
  ejections: number;
  /** On the clock of `performance.now()`. */
  ejectedUntil: number;
}

const MAX_FAILURES = 3;
const EJECTED_MS = 2000;
const MAX_EJECTED_MS = 30_000;

/** With the limits that were measured to hold up best. */
export function openInstance(address: string): Instance {
  return {
    address,
    pool: new Pool(address, {
      connections: 64,
      pipelining: 1,
      headersTimeout: 5000,
      bodyTimeout: 15_000,
      connect: { timeout: 2000 },
    }),
    waiting: 0,
    active: 0,
    health: 'ready',
    failures: 0,
    ejections: 0,
    ejectedUntil: 0,
  };
}

/** Any reply, an error of the service's own too: the instance is there. */
export function recordReply(instance: Instance): void {
  instance.failures = 0;
  instance.ejections = 0;
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
