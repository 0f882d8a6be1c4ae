import { BRAND } from '@leadping/contracts/brand';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { Histogram } from 'prom-client';

export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  /** Before anything is read for a sign-in, so that whoever is refused in a flood costs no look into the database. */
  refuseWhereBusy: () => void;
  /** Takes as long without a hash (an unknown user) as with one, and is then false. */
  verify: (passwordHash: string | undefined, password: string) => Promise<boolean>;
}

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on libuv's pool, which has four threads. */
const LANES = Math.min(availableParallelism(), 4);

/** New passwords that may wait: a second of work. */
const WAITING = 80;

/** No sign-in joins a queue that takes longer, but for a few that always may: under a flood each waits as long as the queue. */
const SIGN_INS = { waitMs: 200, leastWaiting: 8 };
/** So much of what a hash takes is the newest one's. */
const NEWEST = 0.1;

/**
 * Whether a sign-in is refused for the queue before it.
 *
 * @param waiting sign-ins and new passwords in the queue
 * @param hashMs what one hash takes at this moment, in milliseconds
 * @param lanes hashes at the same time
 */
export function waitsTooLong(waiting: number, hashMs: number, lanes: number): boolean {
  return waiting >= SIGN_INS.leastWaiting && (waiting * hashMs) / lanes >= SIGN_INS.waitMs;
}

/**
 * Hashes no more passwords at once than there are cores, which `lanes` are unless given.
 * All of them throw UNAVAILABLE where too many wait: better a clear "later" than a queue nobody waits out.
 */
export async function buildPasswordHasher(metrics: Metrics, lanes = LANES): Promise<PasswordHasher> {
  const limit = pLimit(lanes);
  const seconds = new Histogram({
    name: `${BRAND.metricPrefix}password_hash_seconds`,
    help: 'Time of one password hash, without its wait',
    buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64],
    registers: [metrics.registry],
  });
  const since = performance.now();
  const nobodysHash = await hash(randomBytes(32), OPTIONS);
  /** It takes several times as long where other processes want the cores too. */
  let hashMs = performance.now() - since;

  const refuse = () => {
    throw new DomainError('UNAVAILABLE', 'Too many people are signing in. Please try again in a moment.', {
      retryAfter: 2,
      isShed: true,
    });
  };
  const refuseWhereBusy = () => {
    if (waitsTooLong(limit.pendingCount, hashMs, lanes)) refuse();
  };
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    limit(async () => {
      const stop = seconds.startTimer();
      try {
        return await work();
      } finally {
        hashMs += (stop() * 1000 - hashMs) * NEWEST;
      }
    });

  return {
    refuseWhereBusy,
    hash: async (password) => {
      if (limit.pendingCount >= WAITING) refuse();
      return queued(() => hash(password, OPTIONS));
    },
    verify: async (passwordHash, password) => {
      refuseWhereBusy();
      const matches = await queued(() => verify(passwordHash ?? nobodysHash, password));
      return matches && passwordHash !== undefined;
    },
  };
}
