import { BRAND } from '@leadping/contracts/brand';
import type { ServiceName } from '@leadping/contracts/services';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import cluster from 'node:cluster';

export interface Metrics {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  eventsPublished: Counter<'subject'>;
  eventsHandled: Counter<'subject' | 'outcome'>;
  deadLetters: Counter<'subject'>;
  outboxPending: Gauge;
  outboxOldestSeconds: Gauge;
  deadLettersWaiting: Gauge;
  /**
   * A gauge of this process. If it is read from the database, every instance reports the same value, so use the
   * maximum.
   */
  gauge: <Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    /** How to combine the values of several workers. */
    ofWorkers?: 'max' | 'min',
  ) => Gauge<Label>;
  /** A figure that is found out whenever somebody reads it. Of several workers' figures the lowest counts. */
  measure: (name: string, help: string, read: () => Promise<number>) => void;
}

export function buildMetrics(service: ServiceName): Metrics {
  const registry = openRegistry(service);
  const registers = [registry];
  const metricName = (name: string) => `${BRAND.metricPrefix}${name}`;
  return {
    registry,
    requestSeconds: new Histogram({
      name: metricName('http_request_seconds'),
      help: 'Time from a request to its reply',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    eventsPublished: new Counter({
      name: metricName('events_published_total'),
      help: 'Events acknowledged by NATS',
      labelNames: ['subject'],
      registers,
    }),
    eventsHandled: new Counter({
      name: metricName('events_handled_total'),
      help: 'Deliveries of events by outcome: done, retry or dead',
      labelNames: ['subject', 'outcome'],
      registers,
    }),
    deadLetters: new Counter({
      name: metricName('dead_letters_total'),
      help: 'Events given up after their last delivery',
      labelNames: ['subject'],
      registers,
    }),
    outboxPending: new Gauge({
      name: metricName('outbox_pending'),
      help: 'Events that NATS has not acknowledged, at the last sweep, which counts some hundreds at most',
      aggregator: 'max',
      registers,
    }),
    outboxOldestSeconds: new Gauge({
      name: metricName('outbox_oldest_seconds'),
      help: 'Age of the oldest event that NATS has not acknowledged, at the last sweep',
      aggregator: 'max',
      registers,
    }),
    deadLettersWaiting: new Gauge({
      name: metricName('dead_letters_waiting'),
      help: 'Events given up and not replayed yet',
      aggregator: 'max',
      registers,
    }),
    gauge: (name, help, labelNames = [], aggregator = 'max') =>
      new Gauge({ name: metricName(name), help, labelNames, aggregator, registers }),
    measure: (name, help, read) =>
      setWhenRead(new Gauge({ name: metricName(name), help, aggregator: 'min', registers }), read),
  };
}

function setWhenRead(gauge: Gauge, read: () => Promise<number>): void {
  Object.assign(gauge, { collect: async () => gauge.set(await read()) });
}

/** Each worker has its own: prom-client would add up their memory, average how late their event loops are and leave out their starts. */
const OF_WORST_WORKER = [
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
  'process_start_time_seconds',
];

function openRegistry(service: ServiceName): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  for (const name of OF_WORST_WORKER)
    Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
  if (cluster.isWorker) {
    metricsOfWorkers();
    AggregatorRegistry.setRegistries(registry);
  }
  return registry;
}

/** In the primary: the workers' figures added up. In a worker: lets the primary read its own. */
export const metricsOfWorkers = () => {
  const workers = new AggregatorRegistry();
  return { contentType: workers.contentType, metrics: () => workers.clusterMetrics() };
};
