import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerMessages,
  type JsMsg,
} from '@nats-io/jetstream';
import type { Model } from 'mongoose';
import type { Bus } from './bus.ts';
import { declareStream, streamOf } from './bus.ts';
import type { DeadLetter } from './dead-letters.ts';
import { DomainError } from '../domain-error.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const ACK_WAIT_SECONDS = 30;
const IN_FLIGHT = 64;
const DELIVERIES = 8;
const RETRY_SECONDS = [1, 2, 5, 10, 20, 30, 60];
const DRAIN_MS = 20_000;

/**
 * Handles one event; called again until it returns, so it must be idempotent by a unique index.
 * @param eventId the effect's id that the producer gave its event, the same at every delivery.
 */
export type EventHandler<E extends EventContract> = (payload: PayloadOf<E>, eventId: string) => Promise<void>;

/**
 * Makes the payload of an earlier version one of today's; the contract parses what it returns. Events of that version
 * wait in NATS, in outboxes and in processes that are not replaced yet while a new one is deployed.
 */
export type ReadEarlier = Record<number, (payload: unknown) => unknown>;

export interface Consumers {
  /** A durable consumer of this service; all instances of the service share its deliveries. */
  consume: <E extends EventContract>(event: E, handler: EventHandler<E>, earlier?: ReadEarlier) => void;
  /** Handles a dead letter again. @throws NOT_FOUND, or what the handler threw. */
  replay: (deadLetterId: string) => Promise<void>;
  /** Stops pulling and waits, at most 20 s, for what is in flight. */
  close: () => Promise<void>;
}

interface Subscription {
  name: string;
  event: EventContract;
  handler: EventHandler<EventContract>;
  earlier: ReadEarlier;
}

export function startConsumers(options: {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  deadLetters: Model<DeadLetter>;
  failpoint: Failpoint;
}): Consumers {
  const { bus, log, metrics, deadLetters, failpoint } = options;
  const subscriptions = new Map<string, Subscription>();
  const pulls = new Set<ConsumerMessages>();
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  const pullForEver = async (subscription: Subscription) => {
    while (!closed) {
      try {
        const messages = await openPull(bus, subscription);
        pulls.add(messages);
        for await (const message of messages) {
          const work = deliver(subscription, message).finally(() => inFlight.delete(work));
          inFlight.add(work);
        }
        pulls.delete(messages);
      } catch (err) {
        if (closed) return;
        log.warn({ err, consumer: subscription.name }, 'consumer lost, opening it again');
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  };

  const deliver = async (subscription: Subscription, message: JsMsg) => {
    const { subject } = subscription.event;
    try {
      const payload = parsePayload(subscription, message.json<Told>());
      await subscription.handler(payload, eventIdOf(message));
      failpoint(`${subject}.before-ack`);
      message.ack();
      metrics.eventsHandled.inc({ subject, outcome: 'done' });
    } catch (err) {
      await refuse(subscription, message, err).catch((cause: unknown) =>
        log.error({ err: cause, subject }, 'dead letter not kept, the event stays in the stream'),
      );
    }
  };

  const refuse = async (subscription: Subscription, message: JsMsg, err: unknown) => {
    const { subject } = subscription.event;
    const deliveries = message.info.deliveryCount;
    if (deliveries < DELIVERIES && !(err instanceof UnreadableEvent)) {
      log.warn({ err, subject, deliveries }, 'event failed, it will be delivered again');
      metrics.eventsHandled.inc({ subject, outcome: 'retry' });
      message.nak((RETRY_SECONDS[deliveries - 1] ?? 60) * 1000);
      return;
    }
    const { version, payload } = message.json<Told>();
    await deadLetters.updateOne(
      {
        _id: `${subscription.name}:${message.info.streamSequence}:${eventIdOf(message)}`,
      },
      {
        $setOnInsert: {
          eventId: eventIdOf(message),
          consumer: subscription.name,
          subject,
          version,
          payload,
          error: err instanceof Error ? err.message : String(err),
          deliveries,
          at: new Date(),
          replayedAt: null,
        },
      },
      { upsert: true },
    );
    message.term();
    log.error({ err, subject, deliveries }, 'event moved to the dead letters');
    metrics.eventsHandled.inc({ subject, outcome: 'dead' });
    metrics.deadLetters.inc({ subject });
  };

  return {
    consume: (event, handler, earlier = {}) => {
      const name = `${bus.service}-${event.subject.replaceAll('.', '-')}`;
      const subscription: Subscription = {
        name,
        event,
        handler: handler as EventHandler<EventContract>,
        earlier,
      };
      subscriptions.set(name, subscription);
      void bus.connected.then(() => pullForEver(subscription)).catch(() => {});
    },
    replay: async (deadLetterId) => {
      const letter = await deadLetters.findOne({ _id: deadLetterId }).lean();
      const subscription = letter && subscriptions.get(letter.consumer);
      if (!letter || !subscription) throw new DomainError('NOT_FOUND', 'There is no such dead letter.');
      await subscription.handler(parsePayload(subscription, letter), letter.eventId);
      await deadLetters.updateOne({ _id: letter._id }, { $set: { replayedAt: new Date() } });
    },
    close: async () => {
      closed = true;
      await Promise.all([...pulls].map((messages) => messages.close()));
      const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
      await Promise.race([Promise.allSettled(inFlight), deadline]);
    },
  };
}

/** Declares stream and durable where they are missing (NATS may have lost its store), then pulls. */
async function openPull(bus: Bus, { name, event }: Subscription): Promise<ConsumerMessages> {
  const nc = await bus.connected;
  await declareStream(nc, bus.subjectOf, event.producer);
  const manager = await jetstreamManager(nc);
  const stream = bus.subjectOf(streamOf(event.producer));
  await manager.consumers.add(stream, {
    durable_name: name,
    filter_subject: bus.subjectOf(event.subject),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: ACK_WAIT_SECONDS * 1e9,
    max_ack_pending: IN_FLIGHT,
    // Without an end: a crash at the last delivery must not lose the event. The dead letters are counted here.
    max_deliver: -1,
  });
  const consumer = await jetstream(nc).consumers.get(stream, name);
  return consumer.consume({ max_messages: IN_FLIGHT, abort_on_missing_resource: true, idle_heartbeat: 5000 });
}

function eventIdOf(message: JsMsg): string {
  return message.headers?.get('Nats-Msg-Id') ?? '';
}

interface Told {
  version: number;
  payload: unknown;
}

function parsePayload({ event, earlier }: Subscription, { version, payload }: Told): unknown {
  const read = version === event.version ? (told: unknown) => told : earlier[version];
  if (!read) {
    throw new UnreadableEvent(`${event.subject}: version ${version} is told, ${event.version} is understood`);
  }
  try {
    return event.payload.parse(read(payload));
  } catch (cause) {
    throw new UnreadableEvent(`${event.subject}: ${(cause as Error).message}`);
  }
}

/** Telling it again cannot help: it goes to the dead letters at once. */
class UnreadableEvent extends Error {}
