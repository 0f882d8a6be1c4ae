import { DomainError } from '@leadping/service-kit/domain-error';
import pLimit from 'p-limit';
import type { Histogram } from 'prom-client';

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

/** Where hashes wait for one of the lanes, and where who would wait too long is refused. */
export class HashQueue {
  readonly #limit;
  /** It takes several times as long where other processes want the cores too. */
  #hashMs: number;
  /** Sign-ins that have a place and still read what they verify. */
  #arriving = 0;
  readonly #lanes: number;
  readonly #seconds: Histogram;

  /** @param hashMs what one hash takes at first, in milliseconds */
  constructor(options: { lanes: number; hashMs: number; seconds: Histogram }) {
    this.#limit = pLimit(options.lanes);
    this.#lanes = options.lanes;
    this.#hashMs = options.hashMs;
    this.#seconds = options.seconds;
  }

  /** Runs a hash in its turn. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(async () => {
      const stop = this.#seconds.startTimer();
      try {
        return await work();
      } finally {
        this.#hashMs += (stop() * 1000 - this.#hashMs) * NEWEST;
      }
    });
  }

  /** @throws {DomainError} UNAVAILABLE where a new password would wait longer than a second. */
  refuseWhereFull(): void {
    if (this.#limit.pendingCount >= WAITING) refuse();
  }

  /** @throws {DomainError} UNAVAILABLE where a sign-in would wait too long. */
  refuseWhereBusy(): void {
    if (waitsTooLong(this.#limit.pendingCount + this.#arriving, this.#hashMs, this.#lanes)) refuse();
  }

  /**
   * A place for a sign-in that has still to read what it verifies.
   *
   * @returns gives the place back: when its hash joins the queue, or when it failed before. Once is enough, twice does no harm.
   * @throws {DomainError} UNAVAILABLE
   */
  reserve(): () => void {
    this.refuseWhereBusy();
    this.#arriving += 1;
    let isArriving = true;
    return () => {
      if (isArriving) this.#arriving -= 1;
      isArriving = false;
    };
  }
}

function refuse(): never {
  throw new DomainError('UNAVAILABLE', 'Too many people are signing in. Please try again in a moment.', {
    retryAfter: 2,
    isShed: true,
  });
}
