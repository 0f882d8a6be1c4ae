import { trusted, type QueryFilter } from 'mongoose';
import type { SharedClock } from '../data/shared-clock.ts';
import type { Log } from '../telemetry/log.ts';
import { idsIn } from '../telemetry/trace-context.ts';
import type { OutboxEntry, OutboxModel, WithOutbox } from './outbox.ts';
import type { Relay } from './relay.ts';

/** A document whose event is published again until its outcome is known. Then `republishAt` is removed. */
export interface Republished extends WithOutbox {
  _id: unknown;
  republishAt?: Date;
  /** Number of repeats. */
  publishCount: number;
}

interface RepublishOptions<T extends Republished> {
  model: OutboxModel<T>;
  clock: SharedClock;
  relay: Relay;
  log: Log;
  /** @param repeat 1 for the first. The entry needs its own id, otherwise NATS may drop it as a duplicate. */
  entryOf: (document: T, repeat: number) => OutboxEntry;
}

/** Time for consumers to handle an event before it is published again, in ms. */
const GRACE_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
const BATCH = 100;

/**
 * When an event that is published now is published again, unless its outcome is known before. Write it together with
 * the event.
 */
export function firstRepublishAt(clock: SharedClock): Date {
  return new Date(clock.now() + GRACE_MS);
}

/**
 * Publishes overdue events again, because NATS may have lost its store, or a consumer its work. Each repeat waits twice
 * as long as the previous one.
 * @returns the documents whose events were published again
 */
export async function republishOverdue<T extends Republished>(options: RepublishOptions<T>): Promise<T[]> {
  const { model, clock } = options;
  const overdue: QueryFilter<Republished> = { republishAt: trusted({ $lte: new Date(clock.now()) }) };
  const due = (await model
    .find(overdue as QueryFilter<T>)
    .sort({ republishAt: 1 })
    .limit(BATCH)
    .lean()) as T[];
  const republished: T[] = [];
  for (const document of due) if (await claim(options, document, STILL_DUE)) republished.push(document);
  return republished;
}

/** Publishes a document's event again that is known to be lost, whether it is due or not. */
export async function republish<T extends Republished>(
  options: RepublishOptions<T>,
  document: T,
): Promise<void> {
  await claim(options, document, {});
}

/** The outcome may have become known since the query. */
const STILL_DUE: QueryFilter<Republished> = { republishAt: trusted({ $exists: true }) };

/** Claims `publishCount`, so that only one instance publishes the repeat, and only if no earlier one is pending. */
async function claim<T extends Republished>(
  { model, clock, relay, log, entryOf }: RepublishOptions<T>,
  document: T,
  where: QueryFilter<Republished>,
): Promise<boolean> {
  const repeat = document.publishCount + 1;
  const entry = entryOf(document, repeat);
  const wait = Math.min(GRACE_MS * 2 ** repeat, MAX_WAIT_MS);
  const filter: QueryFilter<Republished> = {
    ...where,
    _id: document._id,
    publishCount: document.publishCount,
    'outbox.id': trusted({ $ne: entry.id }),
  };
  const { modifiedCount } = await model.updateOne(
    filter as QueryFilter<T>,
    {
      $set: { publishCount: repeat, republishAt: new Date(clock.now() + wait) },
      $push: { outbox: entry },
    } as never,
  );
  if (modifiedCount === 0) return false;
  relay.flush(model);
  const fields = { ...idsIn(entry.payload), eventId: entry.id, subject: entry.subject, attempt: repeat + 1 };
  log.warn(fields, 'event published again because its outcome is overdue');
  return true;
}
