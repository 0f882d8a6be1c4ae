import type { EventContract, PayloadOf, RequestContract } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { DATABASE_UNAVAILABLE, isDatabaseDown } from '../data/database.ts';
import { DomainError } from '../domain-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { bindLogFields, idsIn, parseTraceparent, TRACE_HEADER } from '../telemetry/trace-context.ts';
import { inSpan, PROPAGATION_ONLY, type Tracing } from '../telemetry/tracing.ts';
import { parseProduced } from '../parse-produced.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Envelope, EventRecord } from './event-record.ts';
import { LoneServer } from './lone-server.ts';
import { countServers, dialNats, type NatsAddress } from './nats-connection.ts';
import { countUnacknowledged, readStream, streamOf, type StreamState } from './streams.ts';

/**
 * The connection to NATS. It connects in the background and never gives up, so that a service starts and serves without
 * NATS.
 */
export interface Bus {
  service: ServiceName;
  /** Resolves with the connection once it is open. */
  connected: Promise<NatsConnection>;
  /** Whether NATS was connected a moment ago. A hanging connection is noticed after some seconds. */
  isConnected: () => boolean;
  /** Whether NATS replies now. */
  ping: () => Promise<boolean>;
  /** The subject or stream name as this stack names it. */
  subjectOf: (name: string) => string;
  /** Stores an event in this service's own stream; resolves when NATS has stored it. Its id deduplicates within 20 seconds. */
  publish: (event: EventRecord) => Promise<void>;
  /** @throws if the producer has no stream: `service-kit/src/streams` creates it */
  readStream: (producer: ServiceName) => Promise<StreamState>;
  /** Creation time of this service's stream. If it changes, NATS has lost its store. */
  streamCreatedAt: () => Promise<string>;
  /** Number of unacknowledged deliveries of this service's own stream, over all consumers. */
  countUnacknowledged: () => Promise<number>;
  /** Publishes to current subscribers only. Nothing is stored. */
  broadcast: <E extends EventContract>(event: E, payload: PayloadOf<E>) => void;
  subscribe: <E extends EventContract>(event: E, listener: (payload: PayloadOf<E>) => void) => void;
  /** @throws {DomainError} UNAVAILABLE if no reply arrives in time, or the code of the responder's error */
  request: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    request: z.input<Q>,
    options?: { timeoutMs?: number; traceparent?: string | undefined },
  ) => Promise<z.output<A>>;
  respond: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    responder: (request: z.output<Q>) => Promise<z.input<A>>,
  ) => void;
  /**
   * Stops taking requests and resolves once the current ones are answered. Called before their dependencies are closed.
   */
  stopResponding: () => Promise<void>;
  close: () => Promise<void>;
}

type ReplyEnvelope =
  | { ok: true; reply: unknown }
  | {
      ok: false;
      code: DomainError['code'];
      message: string;
      retryAfter?: number | undefined;
      field?: string | undefined;
    };

const NOT_HANDLED: ReplyEnvelope = {
  ok: false,
  code: 'INTERNAL',
  message: 'The request could not be handled.',
};

const PUBLISH_TIMEOUT_MS = 5000;
const PING_TIMEOUT_MS = 1000;
const RECONNECT_MS = 500;
/** A connection that hangs would never finish draining. */
const DRAIN_TIMEOUT_MS = 5000;

interface BusOptions {
  service: ServiceName;
  address: NatsAddress;
  prefix: string;
  log: Log;
  metrics: Metrics;
  tracing?: Tracing;
  /** Called if the connection ended permanently without being closed by us. */
  onLost?: () => void;
}

type OpenOptions = BusOptions & Required<Pick<BusOptions, 'tracing'>>;

export function openBus({ tracing = PROPAGATION_ONLY, ...options }: BusOptions): Bus {
  return new NatsBus({ ...options, tracing });
}

class NatsBus implements Bus {
  readonly service: ServiceName;
  readonly connected: Promise<NatsConnection>;
  readonly #options: OpenOptions;
  readonly #subscriptions: Subscription[] = [];
  /** Subscriptions of the responders, and the requests in progress. */
  readonly #responders: Subscription[] = [];
  readonly #responding = new Set<Promise<void>>();
  #connection: NatsConnection | undefined;
  #jetstream: JetStreamClient | undefined;
  #isUp = false;
  #isClosing = false;
  readonly #loneServer = new LoneServer();
  /** The server to leave. nats.js may reconnect to it first. */
  #leaving: string | undefined;

  constructor(options: OpenOptions) {
    this.#options = options;
    this.service = options.service;
    options.metrics.measure('nats_connected', 'Whether NATS was connected a moment ago', async () =>
      this.isConnected() ? 1 : 0,
    );
    this.connected = this.#connect();
    this.connected.catch(() => {});
  }

  async #connect(): Promise<NatsConnection> {
    const { address, service, log } = this.#options;
    for (;;) {
      try {
        const nc = await dialNats(address, service);
        this.#connection = nc;
        this.#jetstream = jetstream(nc, { timeout: PUBLISH_TIMEOUT_MS });
        if (this.#isClosing) await nc.close();
        this.#isUp = true;
        watchStatus(nc, log, (isUp) => {
          this.#isUp = isUp;
          if (isUp && this.#leaving === nc.getServer()) void nc.reconnect();
          if (isUp) this.#leaving = undefined;
        });
        void nc.closed().then((err) => this.#ended(err));
        return nc;
      } catch (err) {
        if (this.#isClosing) throw err;
        log.warn({ err }, 'NATS unavailable, retrying');
        await pause(RECONNECT_MS);
      }
    }
  }

  /** nats.js never reopens a connection that it has closed. */
  #ended(reason: unknown): void {
    if (this.#isClosing) return;
    this.#options.log.error({ err: reason }, 'NATS connection ended');
    this.#options.onLost?.();
  }

  readonly isConnected = () => this.#isUp;

  readonly ping = async () =>
    this.#isUp && (await withTimeout(PING_TIMEOUT_MS, this.#connection?.rtt())) !== undefined;

  readonly subjectOf = (name: string) => (this.#options.prefix ? `${this.#options.prefix}-${name}` : name);

  readonly publish = async (event: EventRecord) => {
    if (!this.#jetstream) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
    const span = this.#options.tracing.start({
      name: `publish ${event.subject}`,
      kind: 'producer',
      parent: event.traceparent,
      attributes: { 'messaging.system': 'nats', 'messaging.message.id': event.id },
    });
    try {
      const traced = headers();
      traced.set(TRACE_HEADER, span.traceparent);
      const envelope: Envelope = { version: event.version, payload: event.payload };
      const { duplicate, seq } = await this.#jetstream.publish(
        this.subjectOf(event.subject),
        JSON.stringify(envelope),
        { msgID: event.id, headers: traced, timeout: PUBLISH_TIMEOUT_MS },
      );
      // nats-server 2.10 also reports a duplicate for an event that is still being replicated and may get lost.
      if (duplicate && seq === 0) throw new DomainError('UNAVAILABLE', 'NATS does not have the event yet');
      span.end();
    } catch (error) {
      span.end({ error });
      throw error;
    }
    this.#options.metrics.eventsPublished.inc({ subject: event.subject });
  };

  readonly readStream = async (producer: ServiceName) => {
    const nc = this.#connection;
    if (!nc) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
    try {
      const state = await readStream(nc, this.subjectOf(streamOf(producer)));
      this.#loneServer.replied();
      return state;
    } catch (error) {
      const servers = countServers(this.#options.address, nc);
      if (this.#isUp && this.#loneServer.failed(error, servers)) this.#leaveServer(nc);
      throw error;
    }
  };

  #leaveServer(nc: NatsConnection): void {
    this.#leaving = nc.getServer();
    this.#options.log.warn({ server: this.#leaving }, 'NATS server has no streams, trying another');
    void nc.reconnect();
  }

  readonly streamCreatedAt = async () => (await this.readStream(this.service)).createdAt;

  readonly countUnacknowledged = async () =>
    countUnacknowledged(await this.connected, this.subjectOf(streamOf(this.service)));

  readonly broadcast: Bus['broadcast'] = (event, payload) => {
    const envelope: Envelope = { version: event.version, payload };
    this.#connection?.publish(this.subjectOf(`now.${event.subject}`), JSON.stringify(envelope));
  };

  readonly subscribe: Bus['subscribe'] = (event, listener) =>
    this.#whenConnected((nc) =>
      subscribeTo(nc, this.subjectOf(`now.${event.subject}`), {
        callback: (message) => {
          const parsed = event.payload.safeParse(message.json<Envelope>().payload);
          if (parsed.success) listener(parsed.data as PayloadOf<typeof event>);
        },
      }),
    );

  readonly request: Bus['request'] = async (contract, request, { timeoutMs = 2000, traceparent } = {}) => {
    const nc = this.#connection;
    if (!nc) throw new DomainError('UNAVAILABLE', 'The service is starting. Please try again in a moment.');
    const { tracing } = this.#options;
    const body = JSON.stringify(parseProduced(contract.request, request, contract.subject));
    const span = tracing.start({ name: `request ${contract.subject}`, kind: 'client', parent: traceparent });
    const traced = headers();
    traced.set(TRACE_HEADER, span.traceparent);
    const options = { timeout: timeoutMs, headers: traced };
    try {
      const reply = await nc.request(this.subjectOf(contract.subject), body, options).catch(noReply);
      const envelope = reply.json<ReplyEnvelope>();
      span.end();
      if (envelope.ok)
        return parseProduced(contract.reply, envelope.reply, `the reply to ${contract.subject}`);
      const { code, message, retryAfter, field } = envelope;
      throw new DomainError(code, message, { field, ...(retryAfter !== undefined && { retryAfter }) });
    } catch (error) {
      span.end({ error });
      throw error;
    }
  };

  readonly respond: Bus['respond'] = (contract, responder) => {
    const { tracing, log } = this.#options;
    const handle = async (message: Msg) => {
      const parent = parseTraceparent(message.headers?.get(TRACE_HEADER));
      const start = { name: `respond ${contract.subject}`, kind: 'server', parent } as const;
      const reply = await inSpan(tracing, start, () => replyTo(message.string(), contract, responder, log));
      try {
        message.respond(JSON.stringify(reply));
      } catch (err) {
        // For example because it is larger than NATS accepts.
        log.error({ err, subject: contract.subject }, 'reply not sent');
        message.respond(JSON.stringify(NOT_HANDLED));
      }
    };
    this.#whenConnected((nc) => {
      const subscription = subscribeTo(nc, this.subjectOf(contract.subject), {
        queue: this.service,
        callback: (message) => {
          const responding = handle(message)
            // The connection is closed.
            .catch((error: unknown) => log.error({ err: error, subject: contract.subject }, 'reply not sent'))
            .finally(() => this.#responding.delete(responding));
          this.#responding.add(responding);
        },
      });
      this.#responders.push(subscription);
      return subscription;
    });
  };

  readonly stopResponding = async () => {
    await withTimeout(DRAIN_TIMEOUT_MS, Promise.all(this.#responders.map((each) => each.drain())));
    await Promise.allSettled(this.#responding);
  };

  readonly close = async () => {
    this.#isClosing = true;
    await withTimeout(DRAIN_TIMEOUT_MS, this.#connection?.drain());
    await this.#connection?.close();
  };

  #whenConnected(subscribe: (nc: NatsConnection) => Subscription): void {
    this.connected.then((nc) => this.#subscriptions.push(subscribe(nc))).catch(() => {});
  }
}

/**
 * Ignores events that a process lets JetStream deliver to this subject as the reply to its pull. NATS requires no
 * permission to publish there ([nats-server 4225](https://github.com/nats-io/nats-server/issues/4225)), but such a
 * message keeps the subject of its event.
 */
function subscribeTo(
  nc: NatsConnection,
  subject: string,
  { queue, callback }: { queue?: string; callback: (message: Msg) => void },
): Subscription {
  return nc.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (err, message) => {
      if (!err && message.subject === subject) callback(message);
    },
  });
}

function noReply(cause: unknown): never {
  const message = 'A part of the platform is not responding. Please try again in a moment.';
  throw new DomainError('UNAVAILABLE', message, { cause, retryAfter: 2 });
}

async function replyTo<Q extends z.ZodType, A extends z.ZodType>(
  text: string,
  contract: RequestContract<Q, A>,
  responder: (request: z.output<Q>) => Promise<z.input<A>>,
  log: Log,
): Promise<ReplyEnvelope> {
  try {
    const request = contract.request.parse(JSON.parse(text));
    bindLogFields(idsIn(request));
    return { ok: true, reply: contract.reply.parse(await responder(request)) };
  } catch (err) {
    if (err instanceof DomainError) {
      const { code, message, retryAfter, field } = err;
      return { ok: false, code, message, retryAfter, field };
    }
    log.error({ err, subject: contract.subject }, 'request failed');
    if (isDatabaseDown(err)) return { ok: false, ...DATABASE_UNAVAILABLE };
    return NOT_HANDLED;
  }
}

function watchStatus(nc: NatsConnection, log: Log, onChange: (isUp: boolean) => void): void {
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') log.warn('NATS connection lost');
      if (status.type === 'reconnect') log.info('NATS reconnected');
      if (status.type === 'error') log.error({ err: status.error }, 'NATS refused a request');
      if (status.type === 'disconnect' || status.type === 'reconnect') onChange(status.type === 'reconnect');
    }
    onChange(false);
  })();
}
