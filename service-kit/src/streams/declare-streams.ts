import type { EventContract } from '@leadping/contracts/event';
import { CONSUMED } from '@leadping/contracts/message-flow';
import { SERVICES, shortNameOf, type ServiceName } from '@leadping/contracts/services';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type ConsumerInfo,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isDeepStrictEqual } from 'node:util';
import { durableName, MAX_UNACKNOWLEDGED, streamOf, usedRatio } from '../messaging/streams.ts';

export interface StreamLimits {
  /** Servers that have each event: 1 on one server, 3 in a cluster. */
  replicas: number;
  /** Disk space of a stream. A full stream refuses events and drops none. The refused ones wait in their outboxes. */
  maxBytes: number;
}

/** A service that reads an event. */
export interface DeclaredConsumer {
  service: ServiceName;
  event: EventContract;
}

/** The streams and consumers that NATS has for the platform. */
export interface StreamPlan {
  /** The name of a stream or a subject in this stack. */
  subjectOf: (name: string) => string;
  limits: StreamLimits;
  consumers: readonly DeclaredConsumer[];
}

/** Every consumer of the platform, or those of some services. */
export const platformConsumers = (services: readonly ServiceName[] = SERVICES): DeclaredConsumer[] =>
  services.flatMap((service) => CONSUMED[service].map((event) => ({ service, event })));

/**
 * Seconds for which NATS remembers a message id and does not store a repeat. A server that lost a message may still remember its
 * id and refuse it for this time. A later repeat only makes its consumers check once more.
 */
const DEDUPLICATION_SECONDS = 20;
const MAX_AGE_SECONDS = 30 * 24 * 3600;
const ACK_WAIT_SECONDS = 30;
const STREAM_NAME_IN_USE = 10058;
const STREAM_NOT_FOUND = 10059;

/** The fields of a stream that are reset if they differ. An update without a field removes it from the stream. */
const STREAM_FIELDS = [
  'subjects',
  'num_replicas',
  'max_bytes',
  'discard',
  'duplicate_window',
  'sources',
  'republish',
  'subject_transform',
] as const satisfies (keyof StreamConfig)[];

const CONSUMER_FIELDS = [
  'filter_subject',
  'ack_wait',
  'max_ack_pending',
  'max_deliver',
] as const satisfies (keyof ConsumerConfig)[];

/**
 * Creates missing streams and consumers, and resets changed ones. Removes events from almost full streams once every
 * consumer has acknowledged them. Idempotent.
 * @throws the first error, after all streams were tried
 */
export async function declareStreams(nc: NatsConnection, plan: StreamPlan): Promise<void> {
  const manager = await jetstreamManager(nc, { checkAPI: false });
  const settled = await Promise.allSettled(
    SERVICES.map((producer) => declareStream(manager, plan, producer)),
  );
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

async function declareStream(
  manager: JetStreamManager,
  plan: StreamPlan,
  producer: ServiceName,
): Promise<void> {
  const config = streamConfig(plan, producer);
  const info = (await findStream(manager, config.name)) ?? (await addStream(manager, config));
  if (isOther(info.config, config, STREAM_FIELDS))
    await manager.streams.update(config.name, fieldsOf(config, STREAM_FIELDS));
  const found = await listConsumers(manager, config.name);
  const declared = plan.consumers.filter(({ event }) => event.producer === producer);
  const made = await Promise.all(
    declared.map((consumer) => declareConsumer(manager, config.name, consumerConfig(plan, consumer), found)),
  );
  // A consumer that was made just now has acknowledged nothing.
  if (!made.includes(true)) await trimStream(manager, info, [...found.values()]);
}

/** @returns whether it was missing. */
async function declareConsumer(
  manager: JetStreamManager,
  stream: string,
  config: Partial<ConsumerConfig> & { durable_name: string },
  found: ReadonlyMap<string, ConsumerInfo>,
): Promise<boolean> {
  const name = config.durable_name;
  const current = found.get(name)?.config;
  if (current === undefined) await manager.consumers.add(stream, config);
  else if (isOther(current, config, CONSUMER_FIELDS))
    await manager.consumers.update(stream, name, fieldsOf(config, CONSUMER_FIELDS));
  return current === undefined;
}

function streamConfig(
  { subjectOf, limits }: StreamPlan,
  producer: ServiceName,
): Partial<StreamConfig> & { name: string } {
  return {
    name: subjectOf(streamOf(producer)),
    subjects: [`${subjectOf(shortNameOf(producer))}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: limits.replicas,
    max_bytes: limits.maxBytes,
    max_age: MAX_AGE_SECONDS * 1e9,
    duplicate_window: DEDUPLICATION_SECONDS * 1e9,
  };
}

function consumerConfig(
  { subjectOf }: StreamPlan,
  { service, event }: DeclaredConsumer,
): Partial<ConsumerConfig> & { durable_name: string } {
  return {
    durable_name: durableName(service, event),
    filter_subject: subjectOf(event.subject),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: ACK_WAIT_SECONDS * 1e9,
    max_ack_pending: MAX_UNACKNOWLEDGED,
    // Without an end: a crash at the last delivery must not lose the event. The service counts its dead letters.
    max_deliver: -1,
  };
}

const isOther = <C extends object>(current: C, wanted: Partial<C>, fields: readonly (keyof C)[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(current[field], wanted[field]));

const fieldsOf = <C extends object>(config: Partial<C>, fields: readonly (keyof C)[]) =>
  Object.fromEntries(fields.map((field) => [field, config[field]])) as Partial<C>;

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (err) {
    if (err instanceof JetStreamApiError && err.code === STREAM_NOT_FOUND) return undefined;
    throw err;
  }
}

/**
 * Creates a stream only if it is missing. In a cluster, creating it again is not harmless: returning servers may take
 * it for another stream and delete their data ([nats-server 8449](https://github.com/nats-io/nats-server/pull/8449)).
 */
async function addStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
): Promise<StreamInfo> {
  try {
    return await manager.streams.add(config);
  } catch (err) {
    if (!(err instanceof JetStreamApiError && err.code === STREAM_NAME_IN_USE)) throw err;
    return manager.streams.info(config.name);
  }
}

async function listConsumers(manager: JetStreamManager, stream: string): Promise<Map<string, ConsumerInfo>> {
  const found = new Map<string, ConsumerInfo>();
  for await (const consumer of manager.consumers.list(stream)) found.set(consumer.name, consumer);
  return found;
}

/** Removes, from a stream that is half full or more, what every consumer has acknowledged. */
async function trimStream(
  manager: JetStreamManager,
  info: StreamInfo,
  consumers: readonly ConsumerInfo[],
): Promise<void> {
  if (usedRatio(info) < 0.5) return;
  const { state } = info;
  const acknowledged = Math.min(
    ...consumers.map(({ num_pending, num_ack_pending, ack_floor }) =>
      // A consumer of a rare subject has nothing of the rest to acknowledge.
      num_pending === 0 && num_ack_pending === 0 ? state.last_seq : ack_floor.stream_seq,
    ),
  );
  if (!Number.isFinite(acknowledged) || acknowledged < state.first_seq) return;
  await manager.streams.purge(info.config.name, { seq: acknowledged + 1 });
}
