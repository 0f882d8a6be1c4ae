import type { EventContract, PayloadOf, QuestionContract } from '@leadping/contracts/event';
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
import { DATABASE_AWAY, isDatabaseAway } from './database.ts';
import { DomainError } from './domain-error.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { within } from './within.ts';

/** The connection to NATS. It opens in the background and for ever, so that a service starts and serves without it. */
export interface Bus {
  service: ServiceName;
  /** Resolves with the connection once there is one. */
  connected: Promise<NatsConnection>;
  /** Whether NATS was there a moment ago; a connection that hangs is noticed after some seconds. */
  isConnected: () => boolean;
  /** Whether NATS answers now. */
  answers: () => Promise<boolean>;
  /** The subject or stream name as this stack names it. */
  named: (name: string) => string;
  /** Stores the event in the producer's stream; resolves when NATS has it on disk. `id` deduplicates within two minutes. */
  publish: (event: EventContract, id: string, payload: unknown) => Promise<void>;
  /** When this service's own stream was made, making it where it is missing: another answer means that NATS lost its store. */
  streamMadeAt: () => Promise<string>;
  /** Tells whoever listens now; nothing keeps it. */
  broadcast: <E extends EventContract>(event: E, payload: PayloadOf<E>) => void;
  listen: <E extends EventContract>(event: E, listener: (payload: PayloadOf<E>) => void) => void;
  /** @throws {DomainError} UNAVAILABLE or UPSTREAM_TIMEOUT, or the code the other side answered with. */
  ask: <Q extends z.ZodType, A extends z.ZodType>(
    contract: QuestionContract<Q, A>,
    question: z.input<Q>,
    options?: { timeoutMs?: number },
  ) => Promise<z.output<A>>;
  answer: <Q extends z.ZodType, A extends z.ZodType>(
    contract: QuestionContract<Q, A>,
    answerer: (question: z.output<Q>) => Promise<z.input<A>>,
  ) => void;
  close: () => Promise<void>;
}

interface Envelope {
  version: number;
  payload: unknown;
}

type Answered =
  | { ok: true; answer: unknown }
  | { ok: false; code: DomainError['code']; message: string; retryAfter?: number | undefined };

/** Seconds NATS remembers a message id: a repeat within them is not stored again. */
const DEDUPLICATION_SECONDS = 120;
const PUBLISH_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 1000;
/** How long a farewell may take: a connection that hangs would never end it. */
const DRAIN_TIMEOUT_MS = 5000;

export function openBus(options: {
  service: ServiceName;
  url: string;
  prefix: string;
  log: Log;
  metrics: Metrics;
}): Bus {
  const { service, log, metrics } = options;
  const named = (name: string) => (options.prefix ? `${options.prefix}-${name}` : name);
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
        log.warn({ err }, 'NATS is not there yet');
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
    answers: async () => isThere && (await within(PING_TIMEOUT_MS, connection?.rtt())) !== undefined,
    named,
    publish: async (event, id, payload) => {
      const nc = connection;
      if (!nc) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
      const stream = streamOf(event.producer);
      if (!streamsDeclared.has(stream)) {
        await declareStream(nc, named, event.producer);
        streamsDeclared.add(stream);
      }
      const envelope: Envelope = { version: event.version, payload };
      try {
        await jetstream(nc, { timeout: PUBLISH_TIMEOUT_MS }).publish(
          named(event.subject),
          new TextEncoder().encode(JSON.stringify(envelope)),
          { msgID: id, timeout: PUBLISH_TIMEOUT_MS },
        );
      } catch (err) {
        // The stream may be gone (NATS lost its store): the next try declares it again.
        streamsDeclared.delete(stream);
        throw err;
      }
      metrics.eventsPublished.inc({ subject: event.subject });
    },
    streamMadeAt: async () => {
      if (!connection) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
      return declareStream(connection, named, service);
    },
    broadcast: (event, payload) => {
      const envelope: Envelope = { version: event.version, payload };
      connection?.publish(named(`now.${event.subject}`), JSON.stringify(envelope));
    },
    listen: (event, listener) =>
      whenConnected((nc) =>
        nc.subscribe(named(`now.${event.subject}`), {
          callback: (err, message) => {
            if (err) return;
            const parsed = event.payload.safeParse(message.json<Envelope>().payload);
            if (parsed.success) listener(parsed.data as PayloadOf<typeof event>);
          },
        }),
      ),
    ask: async (contract, question, { timeoutMs = 2000 } = {}) => {
      const nc = connection;
      if (!nc) throw new DomainError('UNAVAILABLE', 'The service is starting. Please try again in a moment.');
      const reply = await nc
        .request(named(contract.subject), JSON.stringify(contract.question.parse(question)), {
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
      const answered = reply.json<Answered>();
      if (!answered.ok) {
        const { code, message, retryAfter } = answered;
        throw new DomainError(code, message, retryAfter === undefined ? {} : { retryAfter });
      }
      return contract.answer.parse(answered.answer);
    },
    answer: (contract, answerer) =>
      whenConnected((nc) =>
        nc.subscribe(named(contract.subject), {
          queue: service,
          callback: (err, message) => {
            if (err) return;
            void answerTo(message.string(), contract, answerer, log).then((answered) =>
              message.respond(JSON.stringify(answered)),
            );
          },
        }),
      ),
    close: async () => {
      closing = true;
      await within(DRAIN_TIMEOUT_MS, connection?.drain());
      await connection?.close();
    },
  };
}

async function answerTo<Q extends z.ZodType, A extends z.ZodType>(
  text: string,
  contract: QuestionContract<Q, A>,
  answerer: (question: z.output<Q>) => Promise<z.input<A>>,
  log: Log,
): Promise<Answered> {
  try {
    const question = contract.question.parse(JSON.parse(text));
    return { ok: true, answer: contract.answer.parse(await answerer(question)) };
  } catch (err) {
    if (err instanceof DomainError) {
      return { ok: false, code: err.code, message: err.message, retryAfter: err.retryAfter };
    }
    log.error({ err, subject: contract.subject }, 'question not answered');
    if (isDatabaseAway(err)) return { ok: false, ...DATABASE_AWAY };
    return { ok: false, code: 'INTERNAL', message: 'The question could not be answered.' };
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
  named: (name: string) => string,
  producer: ServiceName,
): Promise<string> {
  const manager = await jetstreamManager(nc);
  const name = named(streamOf(producer));
  try {
    const { created } = await manager.streams.add({
      name,
      subjects: [`${named(producer.replace('svc-', ''))}.>`],
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
      if (status.type === 'reconnect') log.info('NATS connection is back');
      if (status.type === 'disconnect' || status.type === 'reconnect') onChange(status.type === 'reconnect');
    }
    onChange(false);
  })();
}
