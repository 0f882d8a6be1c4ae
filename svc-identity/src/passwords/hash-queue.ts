import { DomainError } from '@leadping/service-kit/domain-error';
import pLimit from 'p-limit';
import type { Histogram } from 'prom-client';

/** Maximum new passwords in the queue: about a second of work. */
const WAITING = 80;

/**
 * A sign-in is refused if the queue takes longer than `waitMs`. A few may always wait, so that the limit also works for
 * slow hashes.
 */
const SIGN_INS = { waitMs: 200, leastWaiting: 8 };
/** Weight of the newest sample in the moving average of the hash time. */
const NEWEST = 0.1;

/**
 * Whether a sign-in is refused because of the queue.
 * @param waiting sign-ins and new passwords in the queue
 * @param hashMs current duration of one hash, in ms
 * @param lanes hashes that run at the same time
 */
export function waitsTooLong(waiting: number, hashMs: number, lanes: number): boolean {
  return waiting >= SIGN_INS.leastWaiting && (waiting * hashMs) / lanes >= SIGN_INS.waitMs;
}

/** Queues password hashes for a fixed number of lanes, and refuses work that would wait too long. */
export class HashQueue {
  readonly #limit;
  /** Moving average, in ms. A hash takes several times as long while other processes use the cores. */
  #hashMs: number;
  /** Sign-ins that have a place but still read the stored hash. */
  #arriving = 0;
  readonly #lanes: number;
  readonly #seconds: Histogram;

  /** @param hashMs initial estimate for one hash, in ms */
  constructor(options: { lanes: number; hashMs: number; seconds: Histogram }) {
    this.#limit = pLimit(options.lanes);
    this.#lanes = options.lanes;
    this.#hashMs = options.hashMs;
    this.#seconds = options.seconds;
  }

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

  /** @throws {DomainError} UNAVAILABLE if a new password would wait longer than a second */
  refuseWhereFull(): void {
    if (this.#limit.pendingCount >= WAITING) refuse();
  }

  /** @throws {DomainError} UNAVAILABLE if a sign-in would wait too long */
  refuseWhereBusy(): void {
    if (waitsTooLong(this.#limit.pendingCount + this.#arriving, this.#hashMs, this.#lanes)) refuse();
  }

  /**
   * Reserves a place for a sign-in that still has to read the stored hash.
   * @returns a function that gives the place back, for when its hash joins the queue or when it failed before. It may
   * be called twice.
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
