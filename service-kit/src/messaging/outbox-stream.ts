import type { Bus } from './bus.ts';

/** Interval of checks whether NATS still has the stream, in ms. */
const CHECK_MS = 5000;

/** The stream of this service's events, as NATS last described it. */
export class OutboxStream {
  readonly #bus: Bus;
  #createdAt = '';
  #checkedAt = -Infinity;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Creation time. If it changes, NATS has lost its store. */
  get createdAt(): string {
    return this.#createdAt;
  }

  isCheckDue(): boolean {
    return performance.now() - this.#checkedAt >= CHECK_MS;
  }

  async check(): Promise<void> {
    this.#createdAt = await this.#bus.streamCreatedAt();
    this.#checkedAt = performance.now();
  }
}
