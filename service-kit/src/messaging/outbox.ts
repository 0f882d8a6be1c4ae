import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import { trusted, type Model, type Schema } from 'mongoose';
import type { Bus } from './bus.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { PublishedEvent } from './published-events.ts';

/** An event that waits, in the document it tells of, until NATS has it. */
export interface OutboxEntry {
  id: string;
  subject: string;
  version: number;
  payload: unknown;
  at: Date;
}

const SWEEP_INTERVAL_MS = 2000;
/** How often NATS is asked whether it still has the stream. */
const LOOK_MS = 5000;
const BATCH = 200;

/** Gives a schema its outbox. The entries are written in the same document write as the state they tell of. */
export function addOutbox(schema: Schema): void {
  schema.add({
    outbox: {
      type: [{ _id: false, id: String, subject: String, version: Number, payload: Object, at: Date }],
      default: undefined,
    },
  });
  // Entries are pulled once published: only documents with waiting events have a value here.
  schema.index({ 'outbox.at': 1 }, { sparse: true });
}

/**
 * One event for an outbox.
 * @param id the effect's own id (as `order-paid:<orderId>`): the same effect told twice is stored once.
 * @throws {ZodError} where the payload breaks the contract: a producer's bug, before anything is written.
 */
export function outboxEntry<E extends EventContract>(
  event: E,
  id: string,
  payload: PayloadOf<E>,
): OutboxEntry {
  return {
    id,
    subject: event.subject,
    version: event.version,
    payload: event.payload.parse(payload),
    at: new Date(),
  };
}

interface WithOutbox {
  _id: unknown;
  outbox?: OutboxEntry[];
}

export interface Relay {
  /** Publishes what waits in this model's documents. */
  watch: <T>(model: Model<T>) => void;
  /** Call after a write that leaves an event: it is published now instead of at the next sweep. */
  flush: () => void;
  close: () => Promise<void>;
}

/**
 * Publishes waiting events and pulls each once NATS has acknowledged it; dying in between publishes it again,
 * deduplicated. Where NATS has lost its store, what it had acknowledged is published once more.
 */
export function startRelay(options: {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  failpoint: Failpoint;
  told: Model<PublishedEvent>;
}): Relay {
  const { bus, log, metrics, failpoint, told } = options;
  const models: Model<WithOutbox>[] = [];
  let streamCreatedAt = '';
  let lookedAt = -Infinity;
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let failing = false;

  const sweep = async () => {
    if (performance.now() - lookedAt > LOOK_MS) await detectStreamLoss();
    do {
      again = false;
      let pending = 0;
      for (const model of models) pending += await relayModel(model);
      metrics.outboxPending.set(pending);
    } while (again && !closed);
  };

  const detectStreamLoss = async () => {
    const createdAt = await bus.streamCreatedAt();
    if (createdAt !== streamCreatedAt) await republishLost(createdAt);
    streamCreatedAt = createdAt;
    lookedAt = performance.now();
  };

  /** Publishes what an earlier stream had acknowledged. Consumers that had it already know its id and do nothing. */
  const republishLost = async (createdAt: string) => {
    const lost = { streamCreatedAt: trusted({ $ne: createdAt }) };
    while (!closed) {
      const events = await told.find(lost).sort({ at: 1 }).limit(BATCH).lean();
      if (events.length === 0) return;
      log.warn({ events: events.length }, 'NATS lost its store, events are published again');
      for (const { _id, ...event } of events) {
        await bus.publish(published(event), _id, event.payload);
        await told.updateOne({ _id }, { $set: { streamCreatedAt: createdAt } });
      }
    }
  };

  const published = ({ subject, version }: Pick<OutboxEntry, 'subject' | 'version'>) =>
    ({ producer: bus.service, subject, version }) as EventContract;

  const relayModel = async (model: Model<WithOutbox>): Promise<number> => {
    const documents = await model.collection
      .find<WithOutbox>({ 'outbox.at': { $gt: new Date(0) } }, { projection: { outbox: 1 }, limit: BATCH })
      .toArray();
    await Promise.all(documents.map((document) => relayDocument(model, document)));
    if (documents.length === BATCH) again = true;
    return documents.length;
  };

  const relayDocument = async (model: Model<WithOutbox>, document: WithOutbox) => {
    for (const { id, ...entry } of document.outbox ?? []) {
      await bus.publish(published(entry), id, entry.payload);
      failpoint('relay.after-publish');
      // The pull below waits for the majority, and for this write with it.
      const options = { upsert: true, writeConcern: { w: 1 } } as const;
      await told.updateOne({ _id: id }, { $set: { ...entry, streamCreatedAt } }, options);
      await model.collection.updateOne({ _id: document._id as never }, {
        $pull: { outbox: { id } },
      } as never);
    }
  };

  const run = () => {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    running = sweep()
      .then(() => {
        if (failing) log.info('events are published again');
        failing = false;
      })
      .catch((err: unknown) => {
        if (!failing) log.warn({ err }, 'events wait in the outbox');
        failing = true;
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, SWEEP_INTERVAL_MS);

  return {
    watch: (model) => models.push(model as unknown as Model<WithOutbox>),
    flush: () => {
      if (bus.isConnected()) run();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
