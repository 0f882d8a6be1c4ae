import { z } from 'zod';
import { newId } from '../../ids.ts';
import type { Store } from '../../store.ts';
import { belongsTo } from '../list.ts';
import type { Scope, StripeEvent, WebhookEndpoint } from '../objects/types.ts';
import type { Delivery } from './delivery.ts';
import { sendDelivery } from './send-delivery.ts';
import { WebhookFaults } from './webhook-fault.ts';

export const retrySettings = z.strictObject({
  /** The delays between attempts in ms. After the last one a delivery has failed. */
  delaysMs: z.array(z.int().min(0)).max(50).default([1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000]),
  timeoutMs: z.int().min(1).max(600_000).default(10_000),
});
export type RetrySettings = z.output<typeof retrySettings>;

/** Delivers events to the webhook endpoints at least once, with retries and configured faults. */
export class Deliverer {
  readonly faults = new WebhookFaults();
  retries: RetrySettings = retrySettings.parse({});
  readonly #store: Store;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #abort = new AbortController();
  /** The end of each queue of sequential deliveries. */
  readonly #rows = new Map<string, Promise<unknown>>();

  constructor(store: Store) {
    this.#store = store;
  }

  countEndpoints(scope: Scope, eventType: string): number {
    return this.#endpointsFor(scope, eventType).length;
  }

  /** Schedules the deliveries of an event. An endpoint receives the events of one payment in order. */
  schedule(scope: Scope, event: StripeEvent): void {
    for (const endpoint of this.#endpointsFor(scope, event.type)) this.#plan(scope, event, endpoint);
  }

  /** Sends the unfinished deliveries of an earlier run. */
  resume(): void {
    for (const delivery of this.#store.deliveries.oldestFirst())
      if (delivery.status === 'waiting') this.#arm(delivery);
  }

  /** Sends a delivery again with a valid signature, whatever its status is. */
  async replay(delivery: Delivery): Promise<Delivery> {
    this.#disarm(delivery.id);
    return this.#track(this.#attempt({ ...delivery, isWronglySigned: false, signedSecondsAgo: 0 }));
  }

  /** Sends the held deliveries one after another, newest first. */
  async releaseHeld(): Promise<void> {
    const held = this.#store.deliveries.newestFirst().filter(({ status }) => status === 'held');
    for (const delivery of held) this.#store.deliveries.put({ ...delivery, status: 'waiting' });
    await this.#track(this.#sendInOrder(held));
  }

  reset(): void {
    for (const id of this.#timers.keys()) this.#disarm(id);
    this.faults.clear();
    this.retries = retrySettings.parse({});
  }

  async stop(): Promise<void> {
    for (const id of this.#timers.keys()) this.#disarm(id);
    this.#abort.abort();
    await Promise.allSettled(this.#underWay);
  }

  #endpointsFor(scope: Scope, eventType: string): WebhookEndpoint[] {
    return this.#store.webhookEndpoints
      .oldestFirst()
      .filter(belongsTo(scope))
      .map(({ object }) => object)
      .filter(({ status }) => status === 'enabled')
      .filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(eventType));
  }

  #plan(scope: Scope, event: StripeEvent, endpoint: WebhookEndpoint): void {
    const fault = this.faults.take(scope, event.type);
    const copies = 1 + (fault?.duplicates ?? 0);
    const planned = Array.from({ length: copies }, (_, copy) =>
      this.#store.deliveries.put({
        id: newId('whd'),
        account: scope.account,
        livemode: scope.livemode,
        event: event.id,
        eventType: event.type,
        endpoint: endpoint.id,
        url: endpoint.url,
        status: fault?.drop ? 'dropped' : fault?.reorder ? 'held' : 'waiting',
        nextAttemptAt: Date.now() + (fault?.delayMs ?? 0),
        isDuplicate: copy > 0,
        isWronglySigned: fault?.wrongSignature ?? false,
        signedSecondsAgo: fault?.signedSecondsAgo ?? 0,
        attempts: [],
      }),
    );
    if (fault?.reorder && this.#countHeld() >= fault.reorder) void this.releaseHeld();
    if (planned[0]?.status !== 'waiting') return;
    if (fault?.delayMs) for (const delivery of planned) this.#arm(delivery);
    else this.#queue(`${endpoint.id} ${paymentOf(event)}`, planned);
  }

  #countHeld(): number {
    return this.#store.deliveries.oldestFirst().filter(({ status }) => status === 'held').length;
  }

  async #sendInOrder(deliveries: Delivery[]): Promise<void> {
    for (const delivery of deliveries) await this.#attempt(delivery);
  }

  /** Sends copies of an event concurrently, after the first attempts of earlier deliveries in their queue. */
  #queue(row: string, copies: Delivery[]): void {
    const before = this.#rows.get(row) ?? Promise.resolve();
    const sent = before.then(() => Promise.all(copies.map((copy) => this.#attempt(copy))));
    this.#rows.set(row, sent);
    void this.#track(sent).finally(() => {
      if (this.#rows.get(row) === sent) this.#rows.delete(row);
    });
  }

  #arm(delivery: Delivery): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(delivery.id);
        void this.#track(this.#attempt(delivery));
      },
      Math.max(0, delivery.nextAttemptAt - Date.now()),
    );
    this.#timers.set(delivery.id, timer.unref());
  }

  #disarm(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  async #attempt(delivery: Delivery): Promise<Delivery> {
    if (this.#abort.signal.aborted) return delivery;
    const event = this.#store.events.find(delivery.event);
    const endpoint = this.#store.webhookEndpoints.find(delivery.endpoint);
    if (event === undefined || endpoint === undefined)
      return this.#store.deliveries.put({ ...delivery, status: 'failed' });
    const attempt = await sendDelivery(
      delivery,
      event.object,
      endpoint.secret,
      this.retries.timeoutMs,
      this.#abort.signal,
    );
    const isForgotten = this.#store.deliveries.find(delivery.id) === undefined;
    if (isForgotten || this.#abort.signal.aborted) return delivery;

    const attempts = [...delivery.attempts, attempt];
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const pause = isDelivered ? undefined : this.retries.delaysMs[attempts.length - 1];
    const settled = this.#store.deliveries.put({
      ...delivery,
      attempts,
      status: isDelivered ? 'delivered' : pause === undefined ? 'failed' : 'waiting',
      nextAttemptAt: Date.now() + (pause ?? 0),
    });
    if (isDelivered && delivery.status !== 'delivered') this.#countDown(delivery);
    if (settled.status === 'waiting') this.#arm(settled);
    return settled;
  }

  #countDown({ event: id, isDuplicate }: Delivery): void {
    const event = this.#store.events.find(id);
    if (event === undefined || isDuplicate) return;
    const pending = Math.max(0, event.object.pending_webhooks - 1);
    this.#store.events.put({ ...event, object: { ...event.object, pending_webhooks: pending } });
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const forget = () => this.#underWay.delete(work);
    work.then(forget, forget);
    return work;
  }
}

const aboutPayment = z.union([
  z.object({ object: z.literal('payment_intent'), id: z.string() }).transform(({ id }) => id),
  z.object({ payment_intent: z.string() }).transform(({ payment_intent: id }) => id),
]);

/** The payment that an event belongs to. An event without a payment uses its own id. */
function paymentOf({ id, data: { object } }: StripeEvent): string {
  return aboutPayment.safeParse(object).data ?? id;
}
