import { shortNameOf, type ServiceName } from '@leadping/contracts/services';
import {
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export interface StreamLimits {
  /** Servers that have each event: 1 on one server, 3 in a cluster. */
  replicas: number;
  /** What a stream may take on disk. A full one refuses events, which wait in their outbox; it never drops one. */
  maxBytes: number;
}

/** What the leader of a stream says of it. */
export interface StreamState {
  /** When it was made: another time means that NATS lost its store. */
  createdAt: string;
  /** Of the servers that should have its events, how many are away or do not keep up. */
  replicasBehind: number;
  /** What it takes of what it may take, 0 to 1. A full one refuses events. */
  usedRatio: number;
}

/** The limits as the environment sets them. */
export const streamLimits = (config: {
  NATS_REPLICAS: number;
  NATS_STREAM_MAX_MB: number;
}): StreamLimits => ({
  replicas: config.NATS_REPLICAS,
  maxBytes: Math.floor(config.NATS_STREAM_MAX_MB * 2 ** 20),
});

/**
 * Seconds NATS remembers a message id: a repeat within them is not stored again. A server may remember one that it then lost,
 * and refuse it as long; a repeat after them only costs its consumers a look.
 */
const DEDUPLICATION_SECONDS = 20;
const MAX_AGE_SECONDS = 30 * 24 * 3600;
const STREAM_NAME_IN_USE = 10058;
const STREAM_NOT_FOUND = 10059;

type Limits = Pick<StreamConfig, 'num_replicas' | 'max_bytes' | 'discard' | 'duplicate_window'>;

/** `svc-commerce` keeps its events in the stream `svc-commerce`, subjects `commerce.>`. */
export function streamOf(producer: ServiceName): string {
  return producer;
}

/**
 * Makes the producer's stream where it is missing; both sides do it, so that either may start first. Its own producer
 * gives it today's limits.
 */
export async function declareStream(
  nc: NatsConnection,
  subjectOf: (name: string) => string,
  producer: ServiceName,
  { replicas, maxBytes }: StreamLimits,
  { isOwn }: { isOwn: boolean },
): Promise<StreamState> {
  const manager = await jetstreamManager(nc);
  const config = {
    name: subjectOf(streamOf(producer)),
    subjects: [`${subjectOf(shortNameOf(producer))}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_bytes: maxBytes,
    max_age: MAX_AGE_SECONDS * 1e9,
    duplicate_window: DEDUPLICATION_SECONDS * 1e9,
  };
  const found = (await findStream(manager, config.name)) ?? (await addStream(manager, config));
  if (isOwn) await changeLimits(manager, found.config, config);
  const others = found.cluster?.replicas ?? [];
  return {
    createdAt: found.created,
    replicasBehind: others.filter(({ current, offline }) => offline || !current).length,
    usedRatio: usedRatio(found),
  };
}

function usedRatio({ state, config }: StreamInfo): number {
  return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (err) {
    if (err instanceof JetStreamApiError && err.code === STREAM_NOT_FOUND) return undefined;
    throw err;
  }
}

/**
 * Only where it is missing: making one once more is no look at it, in a cluster. Servers that come back may take it for another
 * stream and remove what they have ([nats-server 8449](https://github.com/nats-io/nats-server/pull/8449)).
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

/** Deliveries that the consumers of a stream have not acknowledged yet, of all of them together; where there is none yet, without end. */
export async function countUnacknowledged(nc: NatsConnection, stream: string): Promise<number> {
  const manager = await jetstreamManager(nc);
  const waiting: number[] = [];
  for await (const { num_pending, num_ack_pending } of manager.consumers.list(stream))
    waiting.push(num_pending + num_ack_pending);
  return waiting.length === 0 ? Infinity : waiting.reduce((sum, count) => sum + count);
}

async function changeLimits(
  manager: JetStreamManager,
  current: StreamConfig,
  { num_replicas, max_bytes, discard, duplicate_window }: Limits,
): Promise<void> {
  const limits: Limits = { num_replicas, max_bytes, discard, duplicate_window };
  const isOther = (limit: keyof Limits) => current[limit] !== limits[limit];
  if ((Object.keys(limits) as (keyof Limits)[]).some(isOther))
    await manager.streams.update(current.name, limits);
}

/** Removes, from a stream that is half full or more, what every consumer has acknowledged. */
export async function trimStream(nc: NatsConnection, stream: string): Promise<void> {
  const manager = await jetstreamManager(nc);
  const info = await manager.streams.info(stream);
  if (usedRatio(info) < 0.5) return;
  const { state } = info;
  let acknowledged = Infinity;
  for await (const consumer of manager.consumers.list(stream)) {
    // A consumer of a rare subject has nothing of the rest to acknowledge.
    const isDone = consumer.num_pending === 0 && consumer.num_ack_pending === 0;
    acknowledged = Math.min(acknowledged, isDone ? state.last_seq : consumer.ack_floor.stream_seq);
  }
  if (!Number.isFinite(acknowledged) || acknowledged < state.first_seq) return;
  await manager.streams.purge(stream, { seq: acknowledged + 1 });
}
