import type { Log } from '../telemetry/log.ts';
import { newTraceparent, runInTrace } from '../telemetry/trace-context.ts';

/** Pending work in the database. Each piece belongs to a key, for example its receiver. */
export interface Queue {
  /** The job's name. */
  name: string;
  /**
   * Finds keys with due work, the most urgent first. A key may occur once for each piece. About `limit` keys suffice,
   * and none of `except` can be processed now.
   */
  findDue: (look: { except: readonly string[]; limit: number }) => Promise<readonly string[]>;
  /** Leases one piece of this key and processes it. @returns false if none was due any more */
  doNext: (key: string, signal: AbortSignal) => Promise<boolean>;
  /** Pieces at one time, beside those of slow keys. */
  concurrency: number;
  /** Pieces of one key at one time: 1 by default, which keeps their order. */
  perKey?: number;
  /** A piece that takes longer gives its place to others; keys known for it share `maxSlow` places. */
  slowMs: number;
  maxSlow: number;
}

/** Processes due work with separate lanes for each key, so that a slow receiver does not block others. */
export interface QueuePool {
  /** Starts lanes for keys with due work, up to the limit. Does not wait for them. */
  run: () => Promise<void>;
  /** Call when something became due: it is done now instead of at the next look. */
  wake: () => void;
  /** Starts no more work and waits for running work. */
  close: () => Promise<void>;
}

/** Pieces of one key before another one's turn. */
const BURST = 25;
/** Slow pieces give up their places and still run: so many times `concurrency` is the end of it. */
const MAX_OVERFLOW = 8;
const MAX_REMEMBERED = 1000;

/** @param signal is given to the work: aborted, it ends early. */
export function buildQueuePool(queue: Queue, log: Log, signal: AbortSignal): QueuePool {
  return new KeyedPool(queue, log, signal);
}

class KeyedPool implements QueuePool {
  readonly #queue: Queue;
  readonly #log: Log;
  readonly #signal: AbortSignal;
  readonly #lanes = new Map<Promise<void>, string>();
  readonly #slow = new Set<string>();
  #looking: Promise<void> | undefined;
  #isWanted = false;
  /** Something was due that had no room, or whose turn had ended. */
  #hasMore = false;
  #isClosed = false;

  constructor(queue: Queue, log: Log, signal: AbortSignal) {
    this.#queue = queue;
    this.#log = log;
    this.#signal = signal;
  }

  readonly run = (): Promise<void> => {
    this.#isWanted = true;
    this.#looking ??= this.#look();
    return this.#looking;
  };

  readonly wake = (): void => {
    this.run().catch((err: unknown) =>
      this.#log.warn({ err, job: this.#queue.name }, 'queue not read, retrying'),
    );
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    await this.#looking?.catch(() => {});
    await Promise.all(this.#lanes.keys());
  };

  async #look(): Promise<void> {
    const limit = this.#queue.concurrency * 2;
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = this.#hasMore = false;
        const due = await this.#queue.findDue({ except: this.#fullKeys(), limit });
        const started = due.filter((key) => this.#startIfRoom(key)).length;
        // One key's pieces may have hidden the others'.
        if (started > 0 && due.length >= limit) this.#isWanted = true;
      }
    } finally {
      // Reset in the same step as the last check, so that no `run` is missed.
      this.#looking = undefined;
    }
  }

  #fullKeys(): string[] {
    const keys = new Set([...this.#lanes.values(), ...this.#slow]);
    return [...keys].filter((key) => this.#isFull(key));
  }

  #isFull(key: string): boolean {
    const { perKey = 1, maxSlow } = this.#queue;
    if (!this.#slow.has(key)) return this.#count((other) => other === key) >= perKey;
    return (
      this.#count((other) => other === key) > 0 || this.#count((other) => this.#slow.has(other)) >= maxSlow
    );
  }

  #count(matches: (key: string) => boolean): number {
    return [...this.#lanes.values()].filter(matches).length;
  }

  #startIfRoom(key: string): boolean {
    if (this.#isClosed || this.#isFull(key)) return false;
    const { concurrency } = this.#queue;
    const isRoom =
      this.#lanes.size < concurrency * MAX_OVERFLOW &&
      (this.#slow.has(key) || this.#count((other) => !this.#slow.has(other)) < concurrency);
    if (isRoom) this.#start(key);
    else this.#hasMore = true;
    return isRoom;
  }

  #start(key: string): void {
    const lane: Promise<void> = this.#runLane(key).finally(() => {
      this.#lanes.delete(lane);
      this.#onRoom();
    });
    this.#lanes.set(lane, key);
  }

  async #runLane(key: string): Promise<void> {
    for (let count = 0; count < BURST && !this.#isClosed; count += 1) {
      let isSlow = false;
      const timer = setTimeout(() => {
        isSlow = true;
        this.#rememberSlow(key);
      }, this.#queue.slowMs);
      // Each piece is work of its own: neither the trace nor the ids of what woke the queue are its.
      const wasDone = await runInTrace(newTraceparent(), () => this.#doNext(key), {
        job: this.#queue.name,
      }).finally(() => clearTimeout(timer));
      if (!wasDone) return;
      if (isSlow) break;
      this.#slow.delete(key);
    }
    this.#hasMore = true;
  }

  async #doNext(key: string): Promise<boolean> {
    try {
      return await this.#queue.doNext(key, this.#signal);
    } catch (err) {
      this.#log.error({ err }, 'job failed, it will run again');
      return false;
    }
  }

  #rememberSlow(key: string): void {
    this.#slow.add(key);
    const [oldest] = this.#slow;
    if (this.#slow.size > MAX_REMEMBERED && oldest !== undefined) this.#slow.delete(oldest);
    this.#onRoom();
  }

  #onRoom(): void {
    if (this.#hasMore && !this.#isClosed) this.wake();
  }
}
