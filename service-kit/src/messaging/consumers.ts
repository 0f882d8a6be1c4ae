import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstream, type Consumer, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import type { Model } from 'mongoose';
import type { Gauge } from 'prom-client';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../domain-error.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { onceAMinute } from '../telemetry/once-a-minute.ts';
import { bindLogFields, idsIn, parseTraceparent, TRACE_HEADER } from '../telemetry/trace-context.ts';
import { inSpan, type Tracing } from '../telemetry/tracing.ts';
import type { Bus } from './bus.ts';
import type { DeadLetter } from './dead-letters.ts';
import type { Envelope } from './event-record.ts';
import { isOutage } from './outage.ts';
import { durableName, IN_FLIGHT, streamOf } from './streams.ts';
import { watchStreams } from './watch-streams.ts';

/**
 * Interval of progress reports to NATS while a handler runs, in ms. Without them NATS would deliver the event again.
 */
const WORKING_MS = 10_000;
/** Delay after each failed delivery, in seconds. The last failure has none. */
const RETRY_SECONDS = [1, 2, 5, 10, 20, 30, 60];
/** Maximum delay after an outage, in seconds, so that waiting events and those behind them are handled soon. */
const MAX_OUTAGE_RETRY_SECONDS = 10;
/**
 * Extra time for events that failed in an outage, in ms. NATS also counts deliveries during an outage, so an event gets
 * the time that its deliveries would take without one.
 */
const OUTAGE_GRACE_MS = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0) * 1000;
const REOPEN_MS = 1000;
/** The consumer is opened again after two missing heartbeats. */
const HEARTBEAT_MS = 5000;

/**
 * Handles one event. It is called again until it returns, so it must be idempotent by a unique index.
 * @param eventId the effect's id that the producer gave its event, the same for every delivery
 */
export type EventHandler<E extends EventContract> = (payload: PayloadOf<E>, eventId: string) => Promise<void>;

/**
 * Converts the payload of an older version to the current one, and the contract parses the result. Events of the older
 * version wait in NATS, in outboxes and in old processes while a new version is deployed.
 */
export type Upcasters = Record<number, (payload: unknown) => unknown>;

export interface Consumers {
  /** Declares a durable consumer of this service. All instances of the service share its deliveries. */
  consume: <E extends EventContract>(event: E, handler: EventHandler<E>, upcasters?: Upcasters) => void;
  /** Starts to pull events. Unique indexes must exist before this call. */
  start: () => void;
  /**
   * Handles a dead letter again.
   * @throws NOT_FOUND, or the handler's error
   */
  replay: (deadLetterId: string) => Promise<void>;
  /** Stops pulling and waits for running handlers. */
  close: () => Promise<void>;
}

interface ConsumersOptions {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  deadLetters: Model<DeadLetter>;
  failpoint: Failpoint;
  tracing: Tracing;
}

interface Subscription {
  name: string;
  event: EventContract;
  handler: EventHandler<EventContract>;
  upcasters: Upcasters;
  logOutage: (about: FailedDelivery) => void;
  /** When a delivery last failed because a dependency was unavailable. */
  lastOutageAt: number;
  /** Number of deliveries in progress. */
  inHand: number;
  /** Continues the loop that waits for a free place. */
  onRoom: () => void;
}

interface FailedDelivery {
  err: unknown;
  subject: string;
  consumer: string;
}

interface Delivery {
  eventId: string;
  traceparent: string | undefined;
  attempt: number;
}

export function buildConsumers(options: ConsumersOptions): Consumers {
  return new DurableConsumers(options);
}

class DurableConsumers implements Consumers {
  readonly #options: ConsumersOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #pulls = new Map<Subscription, ConsumerMessages>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #open: Gauge<'consumer'>;
  #stopWatching = () => {};
  #isClosed = false;

  constructor(options: ConsumersOptions) {
    this.#options = options;
    this.#open = options.metrics.gauge(
      'consumer_open',
      'Whether a consumer gets its events: 1, or 0 until it opens',
      ['consumer'],
      'min',
    );
  }

  readonly consume: Consumers['consume'] = (event, handler, upcasters = {}) => {
    const name = durableName(this.#options.bus.service, event);
    this.#subscriptions.set(name, {
      name,
      event,
      handler: handler as EventHandler<EventContract>,
      upcasters,
      logOutage: onceAMinute((about, events) =>
        this.#options.log.warn({ ...about, events }, 'events wait for what they need'),
      ),
      lastOutageAt: -Infinity,
      inHand: 0,
      onRoom: () => {},
    });
  };

  readonly start = (): void => {
    const subscriptions = [...this.#subscriptions.values()];
    for (const subscription of subscriptions) this.#pullForEver(subscription).catch(() => {});
    const producers = new Set(subscriptions.map(({ event }) => event.producer));
    const { bus, metrics } = this.#options;
    const behind = metrics.gauge('stream_replicas_behind', 'NATS servers without the latest events', [
      'stream',
    ]);
    const used = metrics.gauge('stream_used_ratio', 'What a stream takes of what it may take, 0 to 1', [
      'stream',
    ]);
    this.#stopWatching = watchStreams(bus, producers, {
      onMadeAnew: (producer) => this.#openAgain(producer),
      onState: (stream, { replicasBehind, usedRatio }) => {
        behind.set({ stream }, replicasBehind);
        used.set({ stream }, usedRatio);
      },
    });
  };

  readonly replay = async (deadLetterId: string): Promise<void> => {
    const letter = await this.#options.deadLetters.findOne({ _id: deadLetterId }).lean();
    const subscription = letter && this.#subscriptions.get(letter.consumer);
    if (!letter || !subscription) throw new DomainError('NOT_FOUND', 'There is no such dead letter.');
    await replayLetter(this.#options, subscription, letter);
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    this.#stopWatching();
    await Promise.all([...this.#pulls.values()].map((messages) => messages.close()));
    await Promise.allSettled(this.#inFlight);
  };

  async #pullForEver(subscription: Subscription): Promise<void> {
    const { bus, log } = this.#options;
    const about = { consumer: subscription.name };
    let isLost = false;
    this.#open.set(about, 0);
    await bus.connected;
    while (!this.#isClosed) {
      try {
        const consumer = await openConsumer(bus, subscription);
        if (isLost) log.info(about, 'consumer open again');
        isLost = false;
        this.#open.set(about, 1);
        while (!this.#isClosed) await this.#handleSome(subscription, consumer);
      } catch (err) {
        if (this.#isClosed) return;
        // Logged once per consumer, because an outage affects every consumer each second.
        if (!isLost) log.warn({ err, ...about }, 'consumer lost, opening it again');
        isLost = true;
        this.#open.set(about, 0);
        await pause(REOPEN_MS);
      }
    }
  }

  /** Requests as many messages from NATS as there are free places, so that no message waits in this process. */
  async #handleSome(subscription: Subscription, consumer: Consumer): Promise<void> {
    while (subscription.inHand >= IN_FLIGHT)
      await new Promise<void>((resolve) => (subscription.onRoom = resolve));
    if (this.#isClosed) return;
    const messages = await consumer.fetch({
      max_messages: IN_FLIGHT - subscription.inHand,
      idle_heartbeat: HEARTBEAT_MS,
    });
    // A message that arrives now would meet a closed database.
    if (this.#isClosed) return void (await messages.close());
    this.#pulls.set(subscription, messages);
    for await (const message of messages) this.#handle(subscription, message);
    this.#pulls.delete(subscription);
  }

  #handle(subscription: Subscription, message: JsMsg): void {
    subscription.inHand += 1;
    const work: Promise<void> = deliver(this.#options, subscription, message).finally(() => {
      subscription.inHand -= 1;
      subscription.onRoom();
      this.#inFlight.delete(work);
    });
    this.#inFlight.add(work);
  }

  #openAgain(producer: ServiceName): void {
    this.#options.log.warn({ producer }, 'NATS lost its store, consumers are opened again');
    for (const [{ event }, messages] of this.#pulls) if (event.producer === producer) void messages.close();
  }
}

async function deliver(options: ConsumersOptions, subscription: Subscription, message: JsMsg): Promise<void> {
  const { metrics, failpoint, tracing, log } = options;
  const { subject } = subscription.event;
  const delivery: Delivery = {
    eventId: message.headers?.get('Nats-Msg-Id') ?? '',
    traceparent: parseTraceparent(message.headers?.get(TRACE_HEADER)),
    attempt: message.info.deliveryCount,
  };
  const { eventId, attempt, traceparent: parent } = delivery;
  const handle = async () => {
    try {
      const payload = readEvent(subscription, message.json<Envelope>());
      bindLogFields(idsIn(payload));
      await whileWorking(message, subscription.handler(payload, eventId));
    } catch (err) {
      await retryOrGiveUp(options, { subscription, message, delivery, err }).catch((cause: unknown) =>
        log.error({ err: cause, subject }, 'dead letter not saved, the event stays in the stream'),
      );
      throw err;
    }
    failpoint(`${subject}.before-ack`);
    message.ack();
    metrics.eventsHandled.inc({ subject, outcome: 'done' });
  };
  const attributes = { 'messaging.system': 'nats', 'messaging.message.id': eventId, attempt };
  const start = { name: `consume ${subject}`, kind: 'consumer', parent, attributes } as const;
  // The failure was logged and counted where it happened.
  await inSpan(tracing, start, handle, { eventId, attempt }).catch(() => {});
}

async function whileWorking(message: JsMsg, work: Promise<void>): Promise<void> {
  const timer = setInterval(() => message.working(), WORKING_MS);
  await work.finally(() => clearInterval(timer));
}

async function retryOrGiveUp(
  { log, metrics, deadLetters }: ConsumersOptions,
  failure: { subscription: Subscription; message: JsMsg; delivery: Delivery; err: unknown },
): Promise<void> {
  const { subscription, message, delivery, err } = failure;
  const { subject } = subscription.event;
  const { eventId, attempt, traceparent = null } = delivery;
  const retryIn = (seconds: number) => {
    metrics.eventsHandled.inc({ subject, outcome: 'retry' });
    message.nak(seconds * 1000);
  };
  const about = { err, subject, consumer: subscription.name };
  if (isOutage(err)) {
    subscription.lastOutageAt = performance.now();
    subscription.logOutage(about);
    retryIn(Math.min(RETRY_SECONDS[attempt - 1] ?? Infinity, MAX_OUTAGE_RETRY_SECONDS));
    return;
  }
  const isSoonAfterOutage = performance.now() - subscription.lastOutageAt < OUTAGE_GRACE_MS;
  const retrySeconds =
    RETRY_SECONDS[attempt - 1] ?? (isSoonAfterOutage ? MAX_OUTAGE_RETRY_SECONDS : undefined);
  if (retrySeconds !== undefined && !(err instanceof UnreadableEvent)) {
    log.warn({ ...about, retrySeconds }, 'event failed, retrying');
    retryIn(retrySeconds);
    return;
  }
  const { version, payload } = message.json<Envelope>();
  await deadLetters.updateOne(
    { _id: `${subscription.name}:${message.info.streamSequence}:${eventId}` },
    {
      $setOnInsert: {
        eventId,
        consumer: subscription.name,
        subject,
        version,
        payload,
        traceparent,
        error: err instanceof Error ? err.message : String(err),
        attempts: attempt,
        at: new Date(),
        replayedAt: null,
      },
    },
    { upsert: true },
  );
  message.term();
  log.error(about, 'event moved to the dead letters');
  metrics.eventsHandled.inc({ subject, outcome: 'dead' });
  metrics.deadLetters.inc({ subject });
}

async function replayLetter(
  { deadLetters, tracing, log }: ConsumersOptions,
  subscription: Subscription,
  letter: DeadLetter,
): Promise<void> {
  const { _id, eventId, subject, consumer, attempts } = letter;
  const about = { subject, consumer, attempt: attempts + 1 };
  const handle = async () => {
    try {
      const payload = readEvent(subscription, letter);
      bindLogFields(idsIn(payload));
      await subscription.handler(payload, eventId);
    } catch (err) {
      await deadLetters.updateOne({ _id }, { $inc: { attempts: 1 } });
      log.error({ err, ...about }, 'dead letter failed again');
      throw err;
    }
    await deadLetters.updateOne({ _id }, { $set: { replayedAt: new Date() } });
    log.info(about, 'dead letter replayed');
  };
  const parent = letter.traceparent ?? undefined;
  await inSpan(tracing, { name: `replay ${subject}`, kind: 'consumer', parent }, handle, { eventId });
}

/**
 * @throws if the durable consumer is missing: NATS may have lost its store, and `service-kit/src/streams` creates it
 * again
 */
async function openConsumer(bus: Bus, { name, event }: Subscription): Promise<Consumer> {
  const nc = await bus.connected;
  return jetstream(nc).consumers.get(bus.subjectOf(streamOf(event.producer)), name);
}

/**
 * Parses a payload for a consumer.
 * @throws if no upcaster reads this version, or the contract refuses the payload: another delivery would not help
 */
export function readEvent(
  { event, upcasters }: Pick<Subscription, 'event' | 'upcasters'>,
  { version, payload }: Envelope,
): unknown {
  const upcast = version === event.version ? (current: unknown) => current : upcasters[version];
  if (!upcast) {
    throw new UnreadableEvent(`${event.subject}: version ${version} is published, ${event.version} is read`);
  }
  try {
    return event.payload.parse(upcast(payload));
  } catch (cause) {
    throw new UnreadableEvent(`${event.subject}: ${(cause as Error).message}`);
  }
}

/** Another delivery would not help, so the event goes to the dead letters at once. */
class UnreadableEvent extends Error {}
