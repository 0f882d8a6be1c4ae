import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { idsIn } from '../telemetry/trace-context.ts';
import type { Bus } from './bus.ts';
import { INSTANCE, outboxModelsOf, type OutboxEntry, type Relayed, type WithOutbox } from './outbox.ts';
import { publishedEvents, type PublishedEvents } from './published-events.ts';

export interface Relay {
  /**
   * Call it after a write that leaves an event in a document of this model. The event is published now instead of at
   * the next sweep.
   */
  flush: (written: Relayed) => void;
  close: () => Promise<void>;
}

interface RelayOptions {
  database: Connection;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  failpoint: Failpoint;
}

type Document = WithOutbox & { _id: unknown };

/** An entry that NATS has stored, and that is still in its document's outbox. */
interface Acknowledged {
  model: Model<WithOutbox>;
  documentId: unknown;
  entry: OutboxEntry;
  /** Creation time of the stream that existed before the entry was published. */
  streamCreatedAt: string;
}

/** Publishing the events of an earlier stream into the current one. */
interface Republishing {
  createdAt: string;
  stop: AbortController;
  work: Promise<void>;
}

/**
 * Interval of sweeps, in ms. A sweep publishes what crashed processes left behind. Own entries are published at once.
 */
const SWEEP_EVERY_MS = 2000;
/** Interval of checks whether NATS still has the stream, in ms. */
const STREAM_CHECK_MS = 5000;
const BATCH = 200;
const MAX_IN_FLIGHT = 1000;
const MAX_REFUSED = 1000;
/**
 * Delay before published entries are removed from their documents, in ms, so that more of them share the same two
 * writes.
 */
const PRUNE_EVERY_MS = 50;

/**
 * Publishes pending events with several acknowledgements in flight, and removes stored entries from their documents,
 * many in one write. After a crash in between, entries are published again and deduplicated by their ids. If NATS has
 * lost its store, acknowledged events are published once more.
 */
export function startRelay(options: RelayOptions): Relay {
  const relay = new OutboxRelay(options);
  const timer = setInterval(() => relay.sweep(), SWEEP_EVERY_MS);
  return {
    flush: (written) => {
      if (options.bus.isConnected()) relay.flush(written as unknown as Model<WithOutbox>);
    },
    close: async () => {
      clearInterval(timer);
      await relay.close();
    },
  };
}

class OutboxRelay {
  readonly #options: RelayOptions;
  readonly #published: PublishedEvents;
  /** Entries that are being published or removed from their documents, by id. */
  readonly #inFlight = new Map<string, OutboxEntry>();
  /**
   * Per model, the entries that NATS refused since the last complete sweep. They are skipped until then, so that an
   * event that can never be published, for example because it is too large, does not block others.
   */
  readonly #refused = new Map<Model<WithOutbox>, Map<string, OutboxEntry>>();
  /** Models whose last sweep was complete. */
  readonly #swept = new Set<Model<WithOutbox>>();
  #acknowledged: Acknowledged[] = [];
  #streamCreatedAt = '';
  #streamCheckedAt = -Infinity;
  /** The stream that has all events of earlier streams. */
  #wholeStream = '';
  #republishing: Republishing | undefined;
  readonly #closing = new AbortController();
  /** Models with documents that this process has written since. */
  readonly #written = new Set<Model<WithOutbox>>();
  #isSweepDue = false;
  #finding: Promise<void> | undefined;
  #pruning: Promise<void> | undefined;
  /** The batch that is being recorded. */
  #recording: Promise<void> | undefined;
  readonly #publishing = new Set<Promise<void>>();
  #isFailing = false;
  /** Number of entries that NATS has acknowledged. */
  #publishedCount = 0;
  #isClosed = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#published = publishedEvents(options.database);
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

  #start(): void {
    if (!this.#isClosed) this.#finding ??= this.#findDue();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    await this.#republishing?.work;
    await this.#finding;
    await this.#settled();
  }

  async #findDue(): Promise<void> {
    try {
      const hasStream = await this.#hasStream();
      while (!this.#isClosed && (this.#isSweepDue || this.#written.size > 0)) {
        const written = [...this.#written];
        const isSweep = this.#isSweepDue;
        this.#written.clear();
        this.#isSweepDue = false;
        if (isSweep) await this.#findAll(hasStream);
        else for (const model of written) await this.#find(model, 'own', hasStream);
      }
    } catch (err) {
      this.#onFailure(err);
    } finally {
      // Reset in the same step as the last check for due work, so that no call is missed.
      this.#finding = undefined;
    }
  }

  /** @param hasStream if false, entries are only counted, because an alert depends on how long they wait */
  async #findAll(hasStream: boolean): Promise<void> {
    // An entry that NATS does not acknowledge counts as waiting, because it is published again and again.
    const waiting = new Map(this.#inFlight);
    for (const model of outboxModelsOf(this.#options.database)) {
      if (this.#swept.has(model)) this.#refused.delete(model);
      const documents = await this.#find(model, 'all', hasStream);
      if (documents.length < BATCH) this.#swept.add(model);
      else this.#swept.delete(model);
      for (const entry of documents.flatMap(({ outbox = [] }) => outbox)) waiting.set(entry.id, entry);
      for (const [id, entry] of this.#refused.get(model) ?? []) waiting.set(id, entry);
    }
    this.#measure([...waiting.values()]);
  }

  #measure(waiting: OutboxEntry[]): void {
    const { outboxPending, outboxOldestSeconds } = this.#options.metrics;
    const now = Date.now();
    outboxPending.set(waiting.length);
    // An event of a clock ahead of ours must not get a negative age.
    outboxOldestSeconds.set((now - Math.min(now, ...waiting.map(({ at }) => at.getTime()))) / 1000);
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#publishing);
    await this.#pruning;
  }

  async #hasStream(): Promise<boolean> {
    if (performance.now() - this.#streamCheckedAt < STREAM_CHECK_MS) return true;
    try {
      const createdAt = await this.#options.bus.streamCreatedAt();
      this.#streamCreatedAt = createdAt;
      this.#streamCheckedAt = performance.now();
      const isKnown = createdAt === this.#wholeStream || createdAt === this.#republishing?.createdAt;
      if (!isKnown) this.#startRepublishing(createdAt);
      return true;
    } catch (err) {
      this.#onFailure(err);
      return false;
    }
  }

  /** Runs beside normal publishing. If the stream is lost again, a run for the earlier stream is stopped. */
  #startRepublishing(createdAt: string): void {
    const before = this.#republishing;
    before?.stop.abort();
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, stop.signal]);
    const work = (async () => {
      await before?.work;
      // Wait for the record of the previous stream, because that stream is lost too.
      await this.#recording;
      await this.#republishLost(createdAt, signal);
      if (this.#republishing?.stop === stop) this.#republishing = undefined;
    })();
    this.#republishing = { createdAt, stop, work };
  }

  async #republishLost(createdAt: string, signal: AbortSignal): Promise<void> {
    const { bus, log } = this.#options;
    try {
      const events = await this.#published.republishLost(bus, createdAt, signal);
      if (events > 0) log.warn({ events }, 'NATS lost its store, events were published again');
      this.#wholeStream = createdAt;
    } catch (err) {
      if (!signal.aborted) this.#onFailure(err);
    }
  }

  /** @param scope `own`: entries of this process; `all`: also entries that other processes left behind */
  async #find(model: Model<WithOutbox>, scope: 'own' | 'all', hasStream: boolean): Promise<Document[]> {
    if (this.#inFlight.size > MAX_IN_FLIGHT) await this.#settled();
    const leftOut = [...this.#inFlight.keys(), ...(this.#refused.get(model)?.keys() ?? [])];
    const wanted = {
      ...(scope === 'own' ? { by: INSTANCE } : {}),
      ...(leftOut.length > 0 ? { id: { $nin: leftOut } } : {}),
    };
    const filter = {
      'outbox.at': { $gt: new Date(0) },
      ...(Object.keys(wanted).length > 0 ? { outbox: { $elemMatch: wanted } } : {}),
    };
    const documents = await model.collection
      .find<Document>(filter, { projection: { outbox: 1 }, limit: BATCH })
      .toArray();
    if (!hasStream) return documents;
    const publishedBefore = this.#publishedCount;
    if (documents.length > 0) this.#track(this.#publish(model, documents));
    if (documents.length === BATCH) {
      await this.#settled();
      // If NATS accepts none of them, for example with a full stream, the next sweep tries again.
      if (this.#publishedCount > publishedBefore) this.#findAgain(model, scope);
    }
    return documents;
  }

  #findAgain(model: Model<WithOutbox>, scope: 'own' | 'all'): void {
    if (scope === 'own') this.flush(model);
    else this.sweep();
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.finally(() => this.#publishing.delete(tracked));
    this.#publishing.add(tracked);
  }

  async #publish(model: Model<WithOutbox>, documents: Document[]): Promise<void> {
    const { bus, failpoint } = this.#options;
    const publishOne = async (documentId: unknown, entry: OutboxEntry) => {
      this.#inFlight.set(entry.id, entry);
      const streamCreatedAt = this.#streamCreatedAt;
      try {
        await bus.publish(entry);
        failpoint('relay.after-publish');
        this.#publishedCount += 1;
        this.#acknowledged.push({ model, documentId, entry, streamCreatedAt });
      } catch (err) {
        this.#inFlight.delete(entry.id);
        this.#refuse(model, entry);
        this.#onFailure(err, entry);
        throw err;
      }
    };
    const refused = this.#refused.get(model);
    const waiting = documents.flatMap(({ _id, outbox = [] }) =>
      outbox
        .filter(({ id }) => !this.#inFlight.has(id) && !refused?.has(id))
        .map((entry) => publishOne(_id, entry)),
    );
    const results = await Promise.allSettled(waiting);
    if (this.#acknowledged.length > 0) this.#pruning ??= this.#prune();
    if (results.every(({ status }) => status === 'fulfilled')) this.#onSuccess();
  }

  #refuse(model: Model<WithOutbox>, entry: OutboxEntry): void {
    const refused = this.#refused.get(model) ?? new Map<string, OutboxEntry>();
    // Start over at the limit, because an outage refuses all entries.
    if (refused.size >= MAX_REFUSED) refused.clear();
    this.#refused.set(model, refused.set(entry.id, entry));
  }

  /** Removes acknowledged entries from their documents, with two writes per batch. */
  async #prune(): Promise<void> {
    while (this.#acknowledged.length > 0) {
      if (this.#acknowledged.length < BATCH) await this.#untilMoreOrClosing();
      const batch = this.#acknowledged;
      this.#acknowledged = [];
      const current = this.#streamCreatedAt;
      // Entries of a stream that was lost since stay pending, and the next sweep publishes them again.
      const kept = batch.filter(({ streamCreatedAt }) => streamCreatedAt === current);
      this.#recording = this.#recordAndPull(kept, current).catch((err: unknown) => this.#onFailure(err));
      await this.#recording;
      for (const { entry } of batch) this.#inFlight.delete(entry.id);
    }
    this.#pruning = undefined;
  }

  #untilMoreOrClosing(): Promise<void> {
    return pause(PRUNE_EVERY_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  async #recordAndPull(kept: Acknowledged[], streamCreatedAt: string): Promise<void> {
    if (kept.length === 0) return;
    const entries = kept.map(({ entry }) => entry);
    await this.#published.record(entries, streamCreatedAt);
    await Promise.all([...byModel(kept)].map(([model, pulls]) => pullEntries(model, pulls)));
  }

  /** Logs once, with the first affected event, because an outage affects all events at each sweep. */
  #onFailure(err: unknown, entry?: OutboxEntry): void {
    const fields = entry ? { ...idsIn(entry.payload), eventId: entry.id, subject: entry.subject } : {};
    if (!this.#isFailing) this.#options.log.warn({ err, ...fields }, 'events wait in the outbox');
    this.#isFailing = true;
  }

  #onSuccess(): void {
    if (this.#isFailing) this.#options.log.info('events are published again');
    this.#isFailing = false;
  }
}

function byModel(batch: Acknowledged[]): Map<Model<WithOutbox>, Acknowledged[]> {
  const grouped = new Map<Model<WithOutbox>, Acknowledged[]>();
  for (const each of batch) grouped.set(each.model, [...(grouped.get(each.model) ?? []), each]);
  return grouped;
}

async function pullEntries(model: Model<WithOutbox>, acknowledged: Acknowledged[]): Promise<void> {
  await model.collection.bulkWrite(
    acknowledged.map(({ documentId, entry }) => ({
      updateOne: { filter: { _id: documentId }, update: { $pull: { outbox: { id: entry.id } } } },
    })) as never,
    { ordered: false },
  );
}
