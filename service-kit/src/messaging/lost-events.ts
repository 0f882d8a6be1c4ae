import type { Log } from '../telemetry/log.ts';
import type { Bus } from './bus.ts';
import type { OutboxFailures } from './outbox-failures.ts';
import type { OutboxPruner } from './outbox-pruner.ts';
import type { OutboxStream } from './outbox-stream.ts';
import type { PublishedEvents } from './published-events.ts';

/** Publishing the events of an earlier stream into the current one. */
interface Recovery {
  createdAt: string;
  stop: AbortController;
  work: Promise<void>;
}

interface LostEventsParts {
  bus: Bus;
  log: Log;
  published: PublishedEvents;
  stream: OutboxStream;
  pruner: OutboxPruner;
  failures: OutboxFailures;
  closing: AbortSignal;
}

/** Publishes the events of an earlier stream once more, beside normal publishing. */
export class LostEvents {
  readonly #parts: LostEventsParts;
  /** The stream that has all events of earlier streams. */
  #wholeStream = '';
  #recovery: Recovery | undefined;

  constructor(parts: LostEventsParts) {
    this.#parts = parts;
  }

  /** Starts unless the current stream is known. If the stream is lost again, a run for the earlier stream is stopped. */
  recover(): void {
    const { stream, pruner, closing } = this.#parts;
    const { createdAt } = stream;
    const before = this.#recovery;
    if (createdAt === this.#wholeStream || createdAt === before?.createdAt) return;
    before?.stop.abort();
    const stop = new AbortController();
    const signal = AbortSignal.any([closing, stop.signal]);
    const work = (async () => {
      await before?.work;
      // Wait for the record of the previous stream, because that stream is lost too.
      await pruner.recorded();
      await this.#republish(createdAt, signal);
      if (this.#recovery?.stop === stop) this.#recovery = undefined;
    })();
    this.#recovery = { createdAt, stop, work };
  }

  async settled(): Promise<void> {
    await this.#recovery?.work;
  }

  async #republish(createdAt: string, signal: AbortSignal): Promise<void> {
    const { bus, log, published, failures } = this.#parts;
    try {
      const events = await published.republishLost(bus, createdAt, signal);
      if (events > 0) log.warn({ events }, 'NATS lost its store, events were published again');
      this.#wholeStream = createdAt;
    } catch (err) {
      if (!signal.aborted) failures.add(err);
    }
  }
}
