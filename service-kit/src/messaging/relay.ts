import type { Connection, Model } from 'mongoose';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus } from './bus.ts';
import { LostEvents } from './lost-events.ts';
import { watchOutboxFailures } from './outbox-failures.ts';
import { OutboxPruner } from './outbox-pruner.ts';
import { OutboxPublisher } from './outbox-publisher.ts';
import { OutboxReader } from './outbox-reader.ts';
import { OutboxStream } from './outbox-stream.ts';
import type { Relayed, WithOutbox } from './outbox.ts';
import { publishedEvents } from './published-events.ts';

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

/**
 * Interval of sweeps, in ms. A sweep publishes what crashed processes left behind. Own entries are published at once.
 */
const SWEEP_EVERY_MS = 2000;

/**
 * Publishes pending events with several acknowledgements in flight, and removes stored entries from their documents,
 * many in one write. After a crash in between, entries are published again and deduplicated by their ids. If NATS has
 * lost its store, acknowledged events are published once more. The README has a diagram of an entry's states.
 */
export function startRelay({ database, bus, log, metrics, failpoint }: RelayOptions): Relay {
  const closing = new AbortController();
  const published = publishedEvents(database);
  const stream = new OutboxStream(bus);
  const failures = watchOutboxFailures(log);
  const shared = { stream, failures, closing: closing.signal };
  const pruner = new OutboxPruner({ ...shared, published });
  const publisher = new OutboxPublisher({ ...shared, bus, failpoint, pruner });
  const lostEvents = new LostEvents({ ...shared, bus, log, published, pruner });
  const reader = new OutboxReader({ ...shared, database, metrics, publisher, lostEvents });
  const timer = setInterval(() => reader.sweep(), SWEEP_EVERY_MS);
  return {
    flush: (written) => {
      if (bus.isConnected()) reader.flush(written as unknown as Model<WithOutbox>);
    },
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await lostEvents.settled();
      await reader.settled();
      await publisher.settled();
    },
  };
}
