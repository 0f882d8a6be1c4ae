import type { Connection, Model } from 'mongoose';
import type { Metrics } from '../telemetry/metrics.ts';
import type { LostEvents } from './lost-events.ts';
import type { OutboxFailures } from './outbox-failures.ts';
import type { OutboxDocument, OutboxPublisher } from './outbox-publisher.ts';
import type { OutboxStream } from './outbox-stream.ts';
import { INSTANCE, outboxModelsOf, type OutboxEntry, type WithOutbox } from './outbox.ts';

interface ReaderParts {
  database: Connection;
  metrics: Metrics;
  stream: OutboxStream;
  publisher: OutboxPublisher;
  lostEvents: LostEvents;
  failures: OutboxFailures;
  closing: AbortSignal;
}

/** `own`: entries of this process; `all`: also entries that other processes left behind. */
type Scope = 'own' | 'all';

const BATCH = 200;

/** Finds pending entries and hands them to the publisher. Runs once at a time. */
export class OutboxReader {
  readonly #parts: ReaderParts;
  /** Models with documents that this process has written since. */
  readonly #written = new Set<Model<WithOutbox>>();
  #isSweepDue = false;
  /** Models whose last sweep was complete. */
  readonly #swept = new Set<Model<WithOutbox>>();
  #reading: Promise<void> | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Publishes this process's entries of a model. */
  flush(model: Model<WithOutbox>): void {
    this.#written.add(model);
    this.#start();
  }

  /** Also publishes entries that other processes left behind. */
  sweep(): void {
    this.#isSweepDue = true;
    this.#start();
  }

  async settled(): Promise<void> {
    await this.#reading;
  }

  #start(): void {
    if (!this.#parts.closing.aborted) this.#reading ??= this.#readDue();
  }

  async #readDue(): Promise<void> {
    const { failures, closing } = this.#parts;
    try {
      const hasStream = await this.#hasStream();
      while (!closing.aborted && (this.#isSweepDue || this.#written.size > 0)) {
        const written = [...this.#written];
        const isSweep = this.#isSweepDue;
        this.#written.clear();
        this.#isSweepDue = false;
        if (isSweep) await this.#readAll(hasStream);
        else for (const model of written) await this.#read(model, 'own', hasStream);
      }
    } catch (err) {
      failures.add(err);
    } finally {
      // Reset in the same step as the last check for due work, so that no call is missed.
      this.#reading = undefined;
    }
  }

  async #hasStream(): Promise<boolean> {
    const { stream, lostEvents, failures } = this.#parts;
    if (!stream.isCheckDue()) return true;
    try {
      await stream.check();
      lostEvents.recover();
      return true;
    } catch (err) {
      failures.add(err);
      return false;
    }
  }

  /** @param hasStream if false, entries are only counted, because an alert depends on how long they wait */
  async #readAll(hasStream: boolean): Promise<void> {
    const { database, publisher } = this.#parts;
    // An entry that NATS does not acknowledge counts as waiting, because it is published again and again.
    const waiting = publisher.unconfirmed();
    for (const model of outboxModelsOf(database)) {
      if (this.#swept.has(model)) publisher.forgetRefused(model);
      const documents = await this.#read(model, 'all', hasStream);
      if (documents.length < BATCH) this.#swept.add(model);
      else this.#swept.delete(model);
      for (const entry of documents.flatMap(({ outbox = [] }) => outbox)) waiting.set(entry.id, entry);
      for (const [id, entry] of publisher.refused(model)) waiting.set(id, entry);
    }
    this.#measure([...waiting.values()]);
  }

  #measure(waiting: OutboxEntry[]): void {
    const { outboxPending, outboxOldestSeconds } = this.#parts.metrics;
    const now = Date.now();
    outboxPending.set(waiting.length);
    // An event of a clock ahead of ours must not get a negative age.
    outboxOldestSeconds.set((now - Math.min(now, ...waiting.map(({ at }) => at.getTime()))) / 1000);
  }

  async #read(model: Model<WithOutbox>, scope: Scope, hasStream: boolean): Promise<OutboxDocument[]> {
    const { publisher } = this.#parts;
    if (publisher.isFull()) await publisher.settled();
    const leftOut = [...publisher.unconfirmed().keys(), ...publisher.refused(model).keys()];
    const documents = await findDocuments(model, scope, leftOut);
    if (!hasStream || documents.length === 0) return documents;
    const publishing = publisher.publish(model, documents);
    if (documents.length === BATCH) {
      await publisher.settled();
      // If NATS accepts none of them, for example with a full stream, the next sweep tries again.
      if ((await publishing) > 0) this.#readAgain(model, scope);
    }
    return documents;
  }

  #readAgain(model: Model<WithOutbox>, scope: Scope): void {
    if (scope === 'own') this.flush(model);
    else this.sweep();
  }
}

function findDocuments(
  model: Model<WithOutbox>,
  scope: Scope,
  leftOut: readonly string[],
): Promise<OutboxDocument[]> {
  const wanted = {
    ...(scope === 'own' ? { by: INSTANCE } : {}),
    ...(leftOut.length > 0 ? { id: { $nin: leftOut } } : {}),
  };
  const filter = {
    'outbox.at': { $gt: new Date(0) },
    ...(Object.keys(wanted).length > 0 ? { outbox: { $elemMatch: wanted } } : {}),
  };
  return model.collection.find<OutboxDocument>(filter, { projection: { outbox: 1 }, limit: BATCH }).toArray();
}
