import type { EventContract, PayloadOf, RequestContract } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
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
import {
  countUnacknowledged,
  declareStream,
  streamOf,
  trimStream,
  type StreamLimits,
  type StreamState,
} from './streams.ts';

/** The connection to NATS. It opens in the background and for ever, so that a service starts and serves without it. */
export interface Bus {
  service: ServiceName;
  /** Resolves with the connection once there is one. */
  connected: Promise<NatsConnection>;
  /** Whether NATS was connected a moment ago; a connection that hangs is noticed after some seconds. */
  isConnected: () => boolean;
  /** Whether NATS replies now. */
  ping: () => Promise<boolean>;
  /** The subject or stream name as this stack names it. */
  subjectOf: (name: string) => string;
  /** Stores an event in this service's own stream; resolves when NATS has stored it. Its id deduplicates within 20 seconds. */
  publish: (event: EventRecord) => Promise<void>;
  /** Makes a producer's stream where it is missing. */
  declareStream: (producer: ServiceName) => Promise<StreamState>;
  /** When this service's own stream was made, making it where it is missing: another reply means that NATS lost its store. */
  streamCreatedAt: () => Promise<string>;
  /** What consumers of this service's own stream have before them, in deliveries. */
  countUnacknowledged: () => Promise<number>;
  /** Removes from this service's own stream what every consumer has acknowledged, where it fills up. */
  trimStream: () => Promise<void>;
  /** Publishes to whoever is subscribed now; nothing is stored. */
  broadcast: <E extends EventContract>(event: E, payload: PayloadOf<E>) => void;
  subscribe: <E extends EventContract>(event: E, listener: (payload: PayloadOf<E>) => void) => void;
  /** @throws {DomainError} UNAVAILABLE where no reply comes in time, or the code that the responder replied with. */
  request: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    request: z.input<Q>,
    options?: { timeoutMs?: number; traceparent?: string | undefined },
  ) => Promise<z.output<A>>;
  respond: <Q extends z.ZodType, A extends z.ZodType>(
    contract: RequestContract<Q, A>,
    responder: (request: z.output<Q>) => Promise<z.input<A>>,
  ) => void;
  /** Takes no more requests of others, and resolves once those under way have their replies: before what they need is closed. */
  stopResponding: () => Promise<void>;
  close: () => Promise<void>;
}

type ReplyEnvelope =
  | { ok: true; reply: unknown }
  | { ok: false; code: DomainError['code']; message: string; retryAfter?: number | undefined };

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
  /** Addresses separated by commas. One that begins with `tls://` demands TLS of all of them. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** Certificates in PEM to trust instead of the public ones. */
  caFile?: string | undefined;
  prefix: string;
  log: Log;
  metrics: Metrics;
  limits: StreamLimits;
  tracing?: Tracing;
  /** Called where the connection has ended for good, and nobody closed it. */
  onLost?: () => void;
}

type OpenOptions = BusOptions & Required<Pick<BusOptions, 'tracing'>>;

export function openBus({ tracing = PROPAGATION_ONLY, limits, ...options }: BusOptions): Bus {
  return new NatsBus({ ...options, tracing, limits });
}

class NatsBus implements Bus {
  readonly service: ServiceName;
  readonly connected: Promise<NatsConnection>;
  readonly #options: OpenOptions;
  readonly #subscriptions: Subscription[] = [];
  /** What takes requests of others, and the requests that are being handled. */
  readonly #responders: Subscription[] = [];
  readonly #responding = new Set<Promise<void>>();
  #connection: NatsConnection | undefined;
  #jetstream: JetStreamClient | undefined;
  #isUp = false;
  #isClosing = false;
  #isStreamDeclared = false;
  readonly #loneServer = new LoneServer();
  /** The server that is being left; nats.js may come back to it first. */
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
    const { url, user, password, caFile, service, log } = this.#options;
    const servers = url.split(',');
    for (;;) {
      try {
        const nc = await connect({
          servers,
          // nats.js ignores the scheme of an address: without this, a server that offers no TLS would be spoken to in plain text.
          ...(servers.some((server) => server.startsWith('tls://')) ? { tls: caFile ? { caFile } : {} } : {}),
          ...(user === undefined ? {} : { user, pass: password }),
          // Nobody else may read this process's replies.
          inboxPrefix: `_INBOX.${service}`,
          name: service,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          // Without it the second one of a process's life ends the connection for good; a server that is too busy, or a process that
          // was frozen, is an "Authentication Timeout", and users may be wrong for as long as somebody changes them.
          ignoreAuthErrorAbort: true,
          pingInterval: 2000,
          maxPingOut: 2,
          // A dial that takes longer is tried again, but nats.js 3 does not close its socket: it then stays until the server
          // gives it up, and a process that was too busy to connect in time does not end by itself before.
          timeout: 5000,
        });
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

  /** Nothing connects again what nats.js has closed. */
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
      if (!this.#isStreamDeclared) await this.declareStream(this.service);
      this.#isStreamDeclared = true;
      const traced = headers();
      traced.set(TRACE_HEADER, span.traceparent);
      const envelope: Envelope = { version: event.version, payload: event.payload };
      const { duplicate, seq } = await this.#jetstream.publish(
        this.subjectOf(event.subject),
        JSON.stringify(envelope),
        { msgID: event.id, headers: traced, timeout: PUBLISH_TIMEOUT_MS },
      );
      // nats-server 2.10 says so of one that is still on its way to the other servers, and may never reach them.
      if (duplicate && seq === 0) throw new DomainError('UNAVAILABLE', 'NATS does not have the event yet');
      span.end();
    } catch (error) {
      // The stream may be gone (NATS lost its store): the next attempt declares it again.
      this.#isStreamDeclared = false;
      span.end({ error });
      throw error;
    }
    this.#options.metrics.eventsPublished.inc({ subject: event.subject });
  };

  readonly declareStream = async (producer: ServiceName) => {
    const nc = this.#connection;
    if (!nc) throw new DomainError('UNAVAILABLE', 'NATS is not connected');
    const isOwn = producer === this.service;
    try {
      const state = await declareStream(nc, this.subjectOf, producer, this.#options.limits, { isOwn });
      this.#loneServer.replied();
      return state;
    } catch (error) {
      const known = this.#options.url.split(',').length + (nc.info?.connect_urls?.length ?? 0);
      if (this.#isUp && this.#loneServer.failed(error, known)) this.#leaveServer(nc);
      throw error;
    }
  };

  #leaveServer(nc: NatsConnection): void {
    this.#leaving = nc.getServer();
    this.#options.log.warn({ server: this.#leaving }, 'NATS server has no streams, trying another');
    void nc.reconnect();
  }

  readonly streamCreatedAt = async () => (await this.declareStream(this.service)).createdAt;

  readonly countUnacknowledged = async () =>
    countUnacknowledged(await this.connected, this.subjectOf(streamOf(this.service)));

  readonly trimStream = async () => {
    if (!this.#isUp || !this.#connection) return;
    await this.declareStream(this.service);
    await trimStream(this.#connection, this.subjectOf(streamOf(this.service)));
  };

  readonly broadcast: Bus['broadcast'] = (event, payload) => {
    const envelope: Envelope = { version: event.version, payload };
    this.#connection?.publish(this.subjectOf(`now.${event.subject}`), JSON.stringify(envelope));
  };

  readonly subscribe: Bus['subscribe'] = (event, listener) =>
    this.#whenConnected((nc) =>
      nc.subscribe(this.subjectOf(`now.${event.subject}`), {
        callback: (err, message) => {
          if (err) return;
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
      const { code, message, retryAfter } = envelope;
      throw new DomainError(code, message, retryAfter === undefined ? {} : { retryAfter });
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
        // As one that is larger than NATS takes.
        log.error({ err, subject: contract.subject }, 'reply not sent');
        message.respond(JSON.stringify(NOT_HANDLED));
      }
    };
    this.#whenConnected((nc) => {
      const subscription = nc.subscribe(this.subjectOf(contract.subject), {
        queue: this.service,
        callback: (err, message) => {
          if (err) return;
          const responding = handle(message)
            // There is no connection any more.
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
      return { ok: false, code: err.code, message: err.message, retryAfter: err.retryAfter };
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
