import { DEFAULT_TIMEOUT_SECONDS } from '@leadping/contracts/route';
import { Pool } from './undici.ts';

const CONNECTIONS = 64;
/** Of a service whose event loop is late: enough to keep it busy. */
const MIN_LIMIT = 8;
/** What a late reply leaves of the limit, at most so often; each reply in time gives a little back. */
const CUT = 0.75;
const CUT_MS = 100;
const RISE = 0.5;

/**
 * Connections to an instance, and the calls that wait for one. What is under way in a service stands before every call that
 * comes after it, payments too, whatever connection that has: while its event loop is late, fewer are let in and the others
 * wait here.
 */
export class Lane {
  readonly pool: Pool;
  /** Calls that have no connection yet. */
  waiting = 0;
  #limit = CONNECTIONS;
  #cutAt = 0;
  #active = 0;
  readonly #queue = new Set<() => void>();

  constructor(address: string) {
    // With the limits that were measured to hold up best.
    this.pool = new Pool(address, {
      connections: CONNECTIONS,
      pipelining: 1,
      headersTimeout: DEFAULT_TIMEOUT_SECONDS * 1000,
      bodyTimeout: 15_000,
      connect: { timeout: 2000 },
    });
  }

  /**
   * @param begin called in its turn, at once where that is now; afterwards `leave` belongs to it.
   * @returns whether its turn was now.
   */
  enter(begin: () => void): boolean {
    if (this.#active >= this.#limit) {
      this.#queue.add(begin);
      return false;
    }
    this.#active += 1;
    begin();
    return true;
  }

  /** @returns whether it was still waiting for its turn, which then never comes. */
  giveUp(begin: () => void): boolean {
    return this.#queue.delete(begin);
  }

  leave(): void {
    this.#active -= 1;
    for (const begin of this.#queue) {
      if (this.#active >= this.#limit) return;
      this.#queue.delete(begin);
      this.#active += 1;
      begin();
    }
  }

  /** How many may be under way at this moment. */
  limit(): number {
    return Math.floor(this.#limit);
  }

  /** Of the calls that may be under way at best, the share that may be at this moment. */
  share(): number {
    return this.#limit / CONNECTIONS;
  }

  /** @param isLate whether the service's event loop was, by its last reply. */
  adjust(isLate: boolean): void {
    if (!isLate) {
      if (this.#limit < CONNECTIONS) this.#limit += RISE;
      return;
    }
    const now = performance.now();
    if (now - this.#cutAt < CUT_MS) return;
    this.#cutAt = now;
    this.#limit = Math.max(MIN_LIMIT, Math.floor(this.#limit * CUT));
  }
}
