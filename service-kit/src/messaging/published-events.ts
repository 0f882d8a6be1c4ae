import { setTimeout as pause } from 'node:timers/promises';
import { Schema, trusted, type Connection, type Model } from 'mongoose';
import { ignoreDuplicateKeys } from '../data/duplicate-key.ts';
import type { Bus } from './bus.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * An event that NATS has on its disk, kept for a day: consumers may not have had it yet when NATS loses its store. Until
 * then nobody reads it.
 */
interface PublishedEvent {
  /** The effect's id. */
  _id: string;
  subject: string;
  version: number;
  payload: unknown;
  traceparent?: string;
  at: Date;
  /** When the stream that took it was made: a stream made later has lost it. */
  streamCreatedAt: string;
}

const KEPT_SECONDS = 24 * 3600;
/** A day of events may be millions: what customers wait for now comes between them. */
const BATCH = 20;
const FIRST_LOOK_MS = 100;
/** Where a consumer is away or behind, the others get a batch so often all the same. */
const MAX_EVERY_MS = 10_000;
/** So many times as long as consumers took for a batch they have time for what is new. */
const REST = 3;
const MAX_DATE_MS = 8.64e15;

const schema = new Schema<PublishedEvent>(
  {
    _id: String,
    subject: { type: String, required: true },
    version: { type: Number, required: true },
    payload: Object,
    traceparent: String,
    at: { type: Date, required: true },
    streamCreatedAt: { type: String, required: true },
  },
  { minimize: false, versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
/** By it a process that starts sees with one look that nothing is lost, however many there are. */
schema.index({ streamCreatedAt: 1 });

export interface PublishedEvents {
  /** Remembers what NATS has acknowledged, all in one write. */
  record: (entries: readonly OutboxEntry[], streamCreatedAt: string) => Promise<void>;
  /**
   * Publishes what an earlier stream had acknowledged, the newest first: those are the ones that consumers have not had yet. Those
   * that had it already know its id and do nothing, which costs them time: they get the next batch when they have the one before, and a rest.
   * @param signal aborted, it leaves the rest for the next time
   * @returns how many.
   */
  republishLost: (bus: Bus, streamCreatedAt: string, signal: AbortSignal) => Promise<number>;
}

export function publishedEvents(database: Connection): PublishedEvents {
  const model: Model<PublishedEvent> = database.model<PublishedEvent>(
    'PublishedEvent',
    schema,
    'published_events',
  );
  return {
    record: async (entries, streamCreatedAt) => {
      const events = entries.map(({ id: _id, by: _by, ...entry }) => ({ _id, ...entry, streamCreatedAt }));
      // What the caller writes next waits for the majority, and for this write with it.
      const options = { ordered: false, writeConcern: { w: 1 } } as const;
      // An effect that is published again was remembered the first time.
      await model.collection.insertMany(events as never, options).catch(ignoreDuplicateKeys);
    },
    republishLost: async (bus, streamCreatedAt, signal) => {
      let count = 0;
      for await (const events of readLost(model, streamCreatedAt)) {
        await Promise.all(events.toReversed().map(({ _id, ...event }) => bus.publish({ id: _id, ...event })));
        const ids = events.map(({ _id }) => _id);
        await model.updateMany({ _id: trusted({ $in: ids }) }, { $set: { streamCreatedAt } });
        count += events.length;
        if (events.length === BATCH) await untilReadAndRested(bus, signal);
      }
      return count;
    },
  };
}

/** A batch at a time until nothing is lost, the newest first; those that are recorded meanwhile at the end. */
async function* readLost(model: Model<PublishedEvent>, streamCreatedAt: string) {
  const lost = { streamCreatedAt: trusted({ $ne: streamCreatedAt }) };
  while (await model.exists(lost)) {
    // From where the last batch ended: otherwise each would read all those before it again.
    let latest = new Date(MAX_DATE_MS);
    for (;;) {
      const events = await model
        .find({ ...lost, at: trusted({ $lte: latest }) })
        .sort({ at: -1 })
        .limit(BATCH)
        .lean();
      const oldest = events.at(-1);
      if (!oldest) break;
      yield events;
      latest = oldest.at;
    }
  }
}

async function untilReadAndRested(bus: Bus, signal: AbortSignal): Promise<void> {
  const publishedAt = performance.now();
  let unacknowledged: number;
  let took = 0;
  do {
    // The longer it takes, the more rarely: while a consumer is away each instance looks.
    await pause(FIRST_LOOK_MS + took / 10, undefined, { signal });
    // NATS without a reply is no reason to give it more.
    unacknowledged = await bus.countUnacknowledged().catch(() => Infinity);
    took = performance.now() - publishedAt;
  } while (unacknowledged >= BATCH && took < MAX_EVERY_MS);
  await pause(Math.max(0, Math.min(REST * took, MAX_EVERY_MS - took)), undefined, { signal });
}
