import type { EventContract } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** What the leader of a stream says of it. */
export interface StreamState {
  /** When it was made: another time means that NATS lost its store. */
  createdAt: string;
  /** Of the servers that should have its events, how many are away or do not keep up. */
  replicasBehind: number;
  /** What it takes of what it may take, 0 to 1. A full one refuses events. */
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

/** The durable consumer by which a service reads an event, in the stream of the event's producer. */
export function durableName(service: ServiceName, { subject }: Pick<EventContract, 'subject'>): string {
  return `${service}-${subject.replaceAll('.', '-')}`;
}

/**
 * Reads only: a service may not change a stream (`service-kit/src/streams` does).
 * @throws where there is no such stream
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

/** Deliveries that the consumers of a stream have not acknowledged yet, of all of them together; where there is none yet, without end. */
export async function countUnacknowledged(nc: NatsConnection, stream: string): Promise<number> {
  const manager = await jetstreamManager(nc, { checkAPI: false });
  const waiting: number[] = [];
  for await (const { num_pending, num_ack_pending } of manager.consumers.list(stream))
    waiting.push(num_pending + num_ack_pending);
  return waiting.length === 0 ? Infinity : waiting.reduce((sum, count) => sum + count);
}
