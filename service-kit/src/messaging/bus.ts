import type { EventContract, PayloadOf, RequestContract } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import {
  jetstream,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { z } from 'zod';
import { DATABASE_UNAVAILABLE, isDatabaseAway } from '../data/database.ts';
import { DomainError } from '../domain-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { withTimeout } from '../with-timeout.ts';

/** The connection to NATS. It opens in the background and for ever, so that a service starts and serves without it. */
export interface Bus {
  service: ServiceName;
  /** Resolves with the connection once there is one. */
  connected: Promise<NatsConnection>;
  /** Whether NATS was there a moment ago; a connection that hangs is noticed after some seconds. */
  isConnected: () => boolean;
  /** Whether NATS replies now. */
  ping: () => Promise<boolean>;
  /** The subject or stream name as this stack names it. */
  subjectOf: (name: string) => string;
  /** Stores the event in the producer's stream; resolves when NATS has it on disk. `id` deduplicates within two minutes. */
  publish: (event: EventContract, id: string, payload: unknown) => Promise<void>;
  /** When this service's own stream was made, making it where it is missing: another answer means that NATS lost its store. */
  streamCreatedAt: () => Promise<string>;
  /** Publishes to whoever is subscribed now; nothing is stored. */
  broadcast: <E extends EventContract>(event: E, payload: PayloadOf<E>) => void;
  subscribe: <E extends EventContract>(event: E, listener: (payload: PayloadOf<E>) => void) => void;
  /** @throws {DomainError} UNAVAILABLE or UPSTREAM_TIMEOUT, or the code that the responder replied with. */
  request: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    request: z.input<Q>,
    options?: { timeoutMs?: number },
  ) => Promise<z.output<A>>;
  respond: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    responder: (request: z.output<Q>) => Promise<z.input<A>>,
  ) => void;
  close: () => Promise<void>;
}

interface Envelope {
  version: number;
  payload: unknown;
}

type ReplyEnvelope =
  | { ok: true; reply: unknown }
  | { ok: false; code: DomainError['code']; message: string; retryAfter?: number | undefined };

/** Seconds NATS remembers a message id: a repeat within them is not stored again. */
const DEDUPLICATION_SECONDS = 120;
const PUBLISH_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 1000;
/** A connection that hangs would never finish draining. */
const DRAIN_TIMEOUT_MS = 5000;

export function openBus(options: {
  service: ServiceName;
  url: string;
  prefix: string;
  log: Log;
  metrics: Metrics;
}): Bus {
  const { service, log, metrics } = options;
  const subjectOf = (name: string) => (options.prefix ? `${options.prefix}-${name}` : name);
  let connection: NatsConnection | undefined;
  let isThere = false;
  let closing = false;

  const connected = (async () => {
    for (;;) {
      try {
        connection = await connect({
          servers: options.url.split(','),
          name: service,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          pingInterval: 2000,
          maxPingOut: 2,
          timeout: 5000,
        });
        if (closing) await connection.close();
        isThere = true;
        watchStatus(connection, log, (change) => (isThere = change));
        return connection;
      } catch (err) {
        if (closing) throw err;
        log.warn({ err }, 'NATS unavailable, retrying');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  })();
  connected.catch(() => {});

  const subscriptions: Subscription[] = [];
  const whenConnected = (subscribe: (nc: NatsConnection) => Subscription) => {
    connected.then((nc) => subscriptions.push(subscribe(nc))).catch(() => {});
  };
  const streamsDeclared = new Set<string>();

  return {
    service,
    connected,
    isConnected: () => isThere,
    ping: async () => isThere && (await withTimeout(PING_TIMEOUT_MS, connection?.rtt())) !== undefined,
    subjectOf,
    publish: async (event, id, payload) => {
      const nc = connection;
      if (!nc) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
      const stream = streamOf(event.producer);
      if (!streamsDeclared.has(stream)) {
        await declareStream(nc, subjectOf, event.producer);
        streamsDeclared.add(stream);
      }
      const envelope: Envelope = { version: event.version, payload };
      try {
        await jetstream(nc, { timeout: PUBLISH_TIMEOUT_MS }).publish(
          subjectOf(event.subject),
          new TextEncoder().encode(JSON.stringify(envelope)),
          { msgID: id, timeout: PUBLISH_TIMEOUT_MS },
        );
      } catch (err) {
        // The stream may be gone (NATS lost its store): the next attempt declares it again.
        streamsDeclared.delete(stream);
        throw err;
      }
      metrics.eventsPublished.inc({ subject: event.subject });
    },
    streamCreatedAt: async () => {
      if (!connection) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
      return declareStream(connection, subjectOf, service);
    },
    broadcast: (event, payload) => {
      const envelope: Envelope = { version: event.version, payload };
      connection?.publish(subjectOf(`now.${event.subject}`), JSON.stringify(envelope));
    },
    subscribe: (event, listener) =>
      whenConnected((nc) =>
        nc.subscribe(subjectOf(`now.${event.subject}`), {
          callback: (err, message) => {
            if (err) return;
            const parsed = event.payload.safeParse(message.json<Envelope>().payload);
            if (parsed.success) listener(parsed.data as PayloadOf<typeof event>);
          },
        }),
      ),
    request: async (contract, request, { timeoutMs = 2000 } = {}) => {
      const nc = connection;
      if (!nc) throw new DomainError('UNAVAILABLE', 'The service is starting. Please try again in a moment.');
      const reply = await nc
        .request(subjectOf(contract.subject), JSON.stringify(contract.request.parse(request)), {
          timeout: timeoutMs,
        })
        .catch((cause: unknown) => {
          throw new DomainError(
            'UNAVAILABLE',
            'A part of the platform does not answer. Please try again in a moment.',
            {
              cause,
              retryAfter: 2,
            },
          );
        });
      const envelope = reply.json<ReplyEnvelope>();
      if (!envelope.ok) {
        const { code, message, retryAfter } = envelope;
        throw new DomainError(code, message, retryAfter === undefined ? {} : { retryAfter });
      }
      return contract.reply.parse(envelope.reply);
    },
    respond: (contract, responder) =>
      whenConnected((nc) =>
        nc.subscribe(subjectOf(contract.subject), {
          queue: service,
          callback: (err, message) => {
            if (err) return;
            void replyTo(message.string(), contract, responder, log).then((reply) =>
              message.respond(JSON.stringify(reply)),
            );
          },
        }),
      ),
    close: async () => {
      closing = true;
      await withTimeout(DRAIN_TIMEOUT_MS, connection?.drain());
      await connection?.close();
    },
  };
}

async function replyTo<Q extends z.ZodType, A extends z.ZodType>(
  text: string,
  contract: RequestContract<Q, A>,
  responder: (request: z.output<Q>) => Promise<z.input<A>>,
  log: Log,
): Promise<ReplyEnvelope> {
  try {
    const request = contract.request.parse(JSON.parse(text));
    return { ok: true, reply: contract.reply.parse(await responder(request)) };
  } catch (err) {
    if (err instanceof DomainError) {
      return { ok: false, code: err.code, message: err.message, retryAfter: err.retryAfter };
    }
    log.error({ err, subject: contract.subject }, 'request failed');
    if (isDatabaseAway(err)) return { ok: false, ...DATABASE_UNAVAILABLE };
    return { ok: false, code: 'INTERNAL', message: 'The request could not be handled.' };
  }
}

/** `svc-commerce` keeps its events in the stream `svc-commerce`, subjects `commerce.>`. */
export function streamOf(producer: ServiceName): string {
  return producer;
}

/**
 * Makes the producer's stream where it is missing; both sides do it, so that either may start first.
 * @returns when the stream was made.
 */
export async function declareStream(
  nc: NatsConnection,
  subjectOf: (name: string) => string,
  producer: ServiceName,
): Promise<string> {
  const manager = await jetstreamManager(nc);
  const name = subjectOf(streamOf(producer));
  try {
    const { created } = await manager.streams.add({
      name,
      subjects: [`${subjectOf(producer.replace('svc-', ''))}.>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: 30 * 24 * 3600 * 1e9,
      duplicate_window: DEDUPLICATION_SECONDS * 1e9,
    });
    return created;
  } catch (err) {
    const STREAM_NAME_IN_USE = 10058;
    if (!(err instanceof JetStreamApiError && err.code === STREAM_NAME_IN_USE)) throw err;
    return (await manager.streams.info(name)).created;
  }
}

function watchStatus(nc: NatsConnection, log: Log, onChange: (isThere: boolean) => void): void {
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') log.warn('NATS connection lost');
      if (status.type === 'reconnect') log.info('NATS reconnected');
      if (status.type === 'disconnect' || status.type === 'reconnect') onChange(status.type === 'reconnect');
    }
    onChange(false);
  })();
}
