import type { EventContract } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** The state of a stream, reported by its leader. */
export interface StreamState {
  /** Creation time. If it changes, NATS has lost its store. */
  createdAt: string;
  /** Number of its servers that are away or lag behind. */
  replicasBehind: number;
  /** Used share of its maximum size, 0 to 1. A full stream refuses events. */
  usedRatio: number;
}

/** Maximum number of events of one consumer that a process handles at a time. */
export const IN_FLIGHT = 64;

/**
 * Maximum number of unacknowledged events of a consumer. It is far larger than `IN_FLIGHT`, because a failed event counts
 * until its next attempt and must not block other events.
 */
export const MAX_UNACKNOWLEDGED = 1024;

/** `svc-commerce` keeps its events in the stream `svc-commerce`, subjects `commerce.>`. */
export function streamOf(producer: ServiceName): string {
  return producer;
}

/** Name of a service's durable consumer for an event, in the stream of the event's producer. */
export function durableName(service: ServiceName, { subject }: Pick<EventContract, 'subject'>): string {
  return `${service}-${subject.replaceAll('.', '-')}`;
}

/**
 * Reads a stream without changing it, because a service has no permission to (`service-kit/src/streams` changes
 * streams).
 * @throws if the stream does not exist
 */
export async function readStream(nc: NatsConnection, stream: string): Promise<StreamState> {
  const manager = await jetstreamManager(nc, { checkAPI: false });
  const found = await manager.streams.info(stream);
  const others = found.cluster?.replicas ?? [];
  return {
    createdAt: found.created,
    replicasBehind: others.filter(({ current, offline }) => offline || !current).length,
    usedRatio: usedRatio(found),
  };
}

export function usedRatio({ state, config }: StreamInfo): number {
  return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
}

/** Unacknowledged deliveries of all consumers of a stream together; Infinity if it has no consumer yet. */
export async function countUnacknowledged(nc: NatsConnection, stream: string): Promise<number> {
  const manager = await jetstreamManager(nc, { checkAPI: false });
  const waiting: number[] = [];
  for await (const { num_pending, num_ack_pending } of manager.consumers.list(stream))
    waiting.push(num_pending + num_ack_pending);
  return waiting.length === 0 ? Infinity : waiting.reduce((sum, count) => sum + count);
}
