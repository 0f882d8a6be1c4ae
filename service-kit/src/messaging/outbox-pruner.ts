import type { Model } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutboxFailures } from './outbox-failures.ts';
import type { OutboxStream } from './outbox-stream.ts';
import type { OutboxEntry, WithOutbox } from './outbox.ts';
import type { PublishedEvents } from './published-events.ts';

/** An entry that NATS has stored, and that is still in its document's outbox. */
interface Acknowledged {
  model: Model<WithOutbox>;
  documentId: unknown;
  entry: OutboxEntry;
  /** Creation time of the stream that existed before the entry was published. */
  streamCreatedAt: string;
}

interface PrunerParts {
  published: PublishedEvents;
  stream: OutboxStream;
  failures: OutboxFailures;
  /** Ends the delay before the next batch. */
  closing: AbortSignal;
}

/** A batch of this size is pruned without a delay. */
const FULL_BATCH = 200;
/**
 * Delay before published entries are removed from their documents, in ms, so that more of them share the same two
 * writes.
 */
const PRUNE_EVERY_MS = 50;

/** Records entries that NATS has stored, and removes them from their documents, with two writes per batch. */
export class OutboxPruner {
  readonly #parts: PrunerParts;
  /** The next batch. */
  #acknowledged: Acknowledged[] = [];
  /** Entries of the current batch and of the next one, by id. */
  readonly #pending = new Map<string, OutboxEntry>();
  #pruning: Promise<void> | undefined;
  /** The batch that is being recorded. */
  #recording: Promise<void> | undefined;

  constructor(parts: PrunerParts) {
    this.#parts = parts;
  }

  get pending(): ReadonlyMap<string, OutboxEntry> {
    return this.#pending;
  }

  add(acknowledged: Acknowledged): void {
    this.#acknowledged.push(acknowledged);
    this.#pending.set(acknowledged.entry.id, acknowledged.entry);
  }

  start(): void {
    if (this.#acknowledged.length > 0) this.#pruning ??= this.#prune();
  }

  async settled(): Promise<void> {
    await this.#pruning;
  }

  /** Resolves once the current batch is recorded, even if more batches follow. */
  async recorded(): Promise<void> {
    await this.#recording;
  }

  async #prune(): Promise<void> {
    const { stream, failures } = this.#parts;
    while (this.#acknowledged.length > 0) {
      if (this.#acknowledged.length < FULL_BATCH) await this.#untilMoreOrClosing();
      const batch = this.#acknowledged;
      this.#acknowledged = [];
      const current = stream.createdAt;
      // Entries of a stream that was lost since stay in their documents, and the next sweep publishes them again.
      const kept = batch.filter(({ streamCreatedAt }) => streamCreatedAt === current);
      this.#recording = this.#recordAndPull(kept, current).catch((err: unknown) => failures.add(err));
      await this.#recording;
      for (const { entry } of batch) this.#pending.delete(entry.id);
    }
    this.#pruning = undefined;
  }

  #untilMoreOrClosing(): Promise<void> {
    return pause(PRUNE_EVERY_MS, undefined, { signal: this.#parts.closing }).catch(() => {});
  }

  async #recordAndPull(kept: Acknowledged[], streamCreatedAt: string): Promise<void> {
    if (kept.length === 0) return;
    const entries = kept.map(({ entry }) => entry);
    await this.#parts.published.record(entries, streamCreatedAt);
    await Promise.all([...byModel(kept)].map(([model, pulls]) => pullEntries(model, pulls)));
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
