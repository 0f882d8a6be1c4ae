import { BRAND } from '@leadping/contracts/brand';
import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Histogram } from 'prom-client';
import { HashQueue } from './hash-queue.ts';

/** Takes as long without a hash (an unknown user) as with one, and is then false. */
type Verify = (passwordHash: string | undefined, password: string) => Promise<boolean>;

export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  /** Verifies for users with a session or a known browser, in a separate lane, so that strangers cannot fill it. */
  verifyKnown: Verify;
  /**
   * Runs a sign-in that gets its place in the queue before it reads anything. A refused sign-in in a flood therefore
   * costs no database read. Sign-ins that still read count as queued, so that not too many are admitted.
   */
  queueSignIn: <T>(signIn: (verify: Verify) => Promise<T>) => Promise<T>;
}

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays with the event loop: in a flood it has more to refuse than to hash. Hashing runs on libuv's pool, which has four threads. */
const LANES = Math.max(1, Math.min(availableParallelism() - 1, 4));

/**
 * Hashes several passwords at once, by default in one lane fewer than there are cores. Throws UNAVAILABLE if too many
 * wait, because a clear error is better than an endless queue.
 */
export async function buildPasswordHasher(metrics: Metrics, lanes = LANES): Promise<PasswordHasher> {
  const seconds = new Histogram({
    name: `${BRAND.metricPrefix}password_hash_seconds`,
    help: 'Time of one password hash, without its wait',
    buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64],
    registers: [metrics.registry],
  });
  const since = performance.now();
  const nobodysHash = await hash(randomBytes(32), OPTIONS);
  const hashMs = performance.now() - since;
  const queue = new HashQueue({ lanes, hashMs, seconds });
  const known = new HashQueue({ lanes: 1, hashMs, seconds });
  const verifyIn =
    (turn: HashQueue): Verify =>
    async (passwordHash, password) => {
      const matches = await turn.run(() => verify(passwordHash ?? nobodysHash, password));
      return matches && passwordHash !== undefined;
    };
  const verifyInTurn = verifyIn(queue);

  return {
    hash: async (password) => {
      queue.refuseWhereFull();
      return queue.run(() => hash(password, OPTIONS));
    },
    verifyKnown: async (passwordHash, password) => {
      known.refuseWhereBusy();
      return verifyIn(known)(passwordHash, password);
    },
    queueSignIn: async (signIn) => {
      const giveBack = queue.reserve();
      try {
        return await signIn((passwordHash, password) => {
          giveBack();
          return verifyInTurn(passwordHash, password);
        });
      } finally {
        giveBack();
      }
    },
  };
}
