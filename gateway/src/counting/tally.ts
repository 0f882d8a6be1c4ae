import type { Log } from '@leadping/service-kit/telemetry/log';
import type { Collection } from 'mongoose';

export interface Tally<Fixed> {
  /** Adds to the document's counts. `fixed` is written only if the document is new. */
  add: (id: string, fixed: Fixed, counts: Record<string, number>) => void;
  /** Writes the counts since the last flush. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}

export const FLUSH_MS = 1000;
/** Maximum number of counts kept in memory while the database is unavailable. */
const MAX_QUEUED = 5000;

/** Counts in memory and adds the sums to the database each second, so that a page view needs no write of its own. */
export function openTally<Fixed extends object>(
  collection: Collection,
  log: Log,
  flushMs = FLUSH_MS,
): Tally<Fixed> {
  let waiting = new Map<string, { fixed: Fixed; counts: Record<string, number> }>();

  const add: Tally<Fixed>['add'] = (id, fixed, counts) => {
    const entry = waiting.get(id) ?? { fixed, counts: {} };
    if (!waiting.has(id)) {
      if (waiting.size >= MAX_QUEUED) return;
      waiting.set(id, entry);
    }
    for (const [name, count] of Object.entries(counts))
      entry.counts[name] = (entry.counts[name] ?? 0) + count;
  };
  const flush = async () => {
    const taken = waiting;
    waiting = new Map();
    for (const [id, { fixed, counts }] of taken) {
      try {
        await collection.updateOne(
          { _id: id as never },
          { $setOnInsert: fixed, $inc: counts },
          { upsert: true },
        );
      } catch (err) {
        log.debug({ err }, 'counts wait for the database');
        add(id, fixed, counts);
      }
    }
  };
  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => (flushing = flushing.then(flush)), flushMs);
  return {
    add,
    flush,
    close: async () => {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
