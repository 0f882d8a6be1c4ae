import { setTimeout as pause } from 'node:timers/promises';
import { Schema, trusted, type Connection, type Model } from 'mongoose';
import { ignoreDuplicateKeys } from '../data/duplicate-key.ts';
import type { Bus } from './bus.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * An event that NATS has stored, kept for a day. If NATS loses its store, some consumers may not have received it yet.
 * Otherwise it is never read.
 */
interface PublishedEvent {
  /** The effect's id. */
  _id: string;
  subject: string;
  version: number;
  payload: unknown;
  traceparent?: string;
  at: Date;
  /** Creation time of the stream that stored the event. A stream that was created later has lost it. */
  streamCreatedAt: string;
}

const KEPT_SECONDS = 24 * 3600;
/** Small, because a day of events may be millions, and new events must be delivered in between. */
const BATCH = 20;
const FIRST_LOOK_MS = 100;
/** Maximum time between batches, in ms, even if a consumer is away or behind. */
const MAX_EVERY_MS = 10_000;
/**
 * The pause after a batch, as a multiple of the time that consumers took for it. New events are handled in the pause.
 */
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
/** Lets a starting process see with one query that no event is lost, however many there are. */
schema.index({ streamCreatedAt: 1 });

export interface PublishedEvents {
  /** Records events that NATS has acknowledged, in one write. */
  record: (entries: readonly OutboxEntry[], streamCreatedAt: string) => Promise<void>;
  /**
   * Publishes the events of an earlier stream again, newest first, because consumers have most likely not received
   * those yet. Consumers that handled an event recognize its id, but that takes time. The next batch therefore follows
   * when the previous one is handled, after a pause.
   * @param signal stops it; the rest is left for the next run
   * @returns the number of published events
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
      // Needs no majority here: the caller's next write waits for the majority, and that includes this write.
      const options = { ordered: false, writeConcern: { w: 1 } } as const;
      // An effect that is published again has a record already.
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

/** Yields batches until no event is lost, newest first. Events recorded meanwhile come at the end. */
async function* readLost(model: Model<PublishedEvent>, streamCreatedAt: string) {
  const lost = { streamCreatedAt: trusted({ $ne: streamCreatedAt }) };
  while (await model.exists(lost)) {
    // Continues where the last batch ended, so that no query reads earlier batches again.
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
    // Checks less often the longer it takes, because each instance checks while a consumer is away.
    await pause(FIRST_LOOK_MS + took / 10, undefined, { signal });
    // If NATS does not reply, it must not get more events.
    unacknowledged = await bus.countUnacknowledged().catch(() => Infinity);
    took = performance.now() - publishedAt;
  } while (unacknowledged >= BATCH && took < MAX_EVERY_MS);
  await pause(Math.max(0, Math.min(REST * took, MAX_EVERY_MS - took)), undefined, { signal });
}
