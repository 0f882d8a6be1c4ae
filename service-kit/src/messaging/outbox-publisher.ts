import type { Model } from 'mongoose';
import type { Failpoint } from '../failpoint.ts';
import type { Bus } from './bus.ts';
import type { OutboxFailures } from './outbox-failures.ts';
import type { OutboxPruner } from './outbox-pruner.ts';
import type { OutboxStream } from './outbox-stream.ts';
import type { OutboxEntry, WithOutbox } from './outbox.ts';

export type OutboxDocument = WithOutbox & { _id: unknown };

interface PublisherParts {
  bus: Bus;
  failpoint: Failpoint;
  stream: OutboxStream;
  pruner: OutboxPruner;
  failures: OutboxFailures;
}

const MAX_IN_FLIGHT = 1000;
const MAX_REFUSED = 1000;

/** Publishes entries with several acknowledgements in flight, and hands those that NATS has stored to the pruner. */
export class OutboxPublisher {
  readonly #parts: PublisherParts;
  /** Entries that NATS has not acknowledged yet, by id. */
  readonly #inFlight = new Map<string, OutboxEntry>();
  /**
   * Per model, the entries that NATS refused since the last complete sweep. They are skipped until then, so that an
   * event that can never be published, for example because it is too large, does not block others.
   */
  readonly #refused = new Map<Model<WithOutbox>, Map<string, OutboxEntry>>();
  readonly #publishing = new Set<Promise<number>>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  isFull(): boolean {
    return this.#inFlight.size + this.#parts.pruner.pending.size > MAX_IN_FLIGHT;
  }

  /** Entries that are being published or removed from their documents, by id. */
  unconfirmed(): Map<string, OutboxEntry> {
    return new Map([...this.#parts.pruner.pending, ...this.#inFlight]);
  }

  refused(model: Model<WithOutbox>): ReadonlyMap<string, OutboxEntry> {
    return this.#refused.get(model) ?? new Map();
  }

  forgetRefused(model: Model<WithOutbox>): void {
    this.#refused.delete(model);
  }

  /** @returns the number of entries that NATS has stored */
  publish(model: Model<WithOutbox>, documents: OutboxDocument[]): Promise<number> {
    const tracked: Promise<number> = this.#publishAll(model, documents).finally(() =>
      this.#publishing.delete(tracked),
    );
    this.#publishing.add(tracked);
    return tracked;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#publishing);
    await this.#parts.pruner.settled();
  }

  async #publishAll(model: Model<WithOutbox>, documents: OutboxDocument[]): Promise<number> {
    const { pruner, failures } = this.#parts;
    const refused = this.refused(model);
    const isWaiting = ({ id }: OutboxEntry) =>
      !this.#inFlight.has(id) && !pruner.pending.has(id) && !refused.has(id);
    const results = await Promise.all(
      documents.flatMap(({ _id, outbox = [] }) =>
        outbox.filter(isWaiting).map((entry) => this.#publishOne(model, _id, entry)),
      ),
    );
    pruner.start();
    const stored = results.filter(Boolean).length;
    if (stored === results.length) failures.end();
    return stored;
  }

  /** @returns whether NATS has stored the entry */
  async #publishOne(model: Model<WithOutbox>, documentId: unknown, entry: OutboxEntry): Promise<boolean> {
    const { bus, failpoint, stream, pruner, failures } = this.#parts;
    this.#inFlight.set(entry.id, entry);
    const streamCreatedAt = stream.createdAt;
    try {
      await bus.publish(entry);
      failpoint('relay.after-publish');
      pruner.add({ model, documentId, entry, streamCreatedAt });
      return true;
    } catch (err) {
      this.#refuse(model, entry);
      failures.add(err, entry);
      return false;
    } finally {
      this.#inFlight.delete(entry.id);
    }
  }

  #refuse(model: Model<WithOutbox>, entry: OutboxEntry): void {
    const refused = this.#refused.get(model) ?? new Map<string, OutboxEntry>();
    // Start over at the limit, because an outage refuses all entries.
    if (refused.size >= MAX_REFUSED) refused.clear();
    this.#refused.set(model, refused.set(entry.id, entry));
  }
}
