import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { boundLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { inSpan } from '@leadping/service-kit/telemetry/tracing';
import type { CommerceContext } from '../context.ts';
import type { OutboundReply } from '../outbound/outbound.ts';
import type { DeliveryDocument } from './delivery.model.ts';
import { isEnabled } from '../webhook-endpoints/endpoint.ts';
import { changeNotification, notificationOf } from './order-notification.ts';
import { isSuccess, post } from './post.ts';
import { changeEndpoint, endpointModel, findReceiver, type ReceiverEndpoint } from './receivers.ts';
import { scheduleAttempt } from './retry-schedule.ts';

const FAILURES_TO_DISABLE = 10;
const GONE = 410;

/** Makes one attempt of a leased delivery. */
export async function deliver(commerce: CommerceContext, delivery: DeliveryDocument): Promise<void> {
  const receiver = await findReceiver(commerce, delivery.receiver);
  if (!receiver || !isEnabled(receiver.endpoint)) return stop(commerce, delivery);
  const span = { name: 'send order webhook', kind: 'client', parent: delivery.traceparent } as const;
  await inSpan(commerce.tracing, span, () => attempt(commerce, delivery, receiver), boundLogFields());
}

async function attempt(
  commerce: CommerceContext,
  delivery: DeliveryDocument,
  receiver: ReceiverEndpoint,
): Promise<void> {
  const at = new Date(commerce.clock.now());
  const reply = await send(commerce, delivery, receiver, at);
  await recordAttempt(commerce, delivery, receiver, reply, at);
  await (isSuccess(reply.status)
    ? recordSuccess(commerce, receiver)
    : recordFailure(commerce, receiver, reply));
}

async function send(
  commerce: CommerceContext,
  delivery: DeliveryDocument,
  to: ReceiverEndpoint,
  at: Date,
): Promise<OutboundReply> {
  const order = await commerce.orders.findById(delivery.orderId).orFail().lean();
  const sellerId = order.resellerId ?? to.resellerId;
  const reseller = sellerId === null ? null : await commerce.resellers.findById(sellerId).lean();
  const { change, changedAt = delivery.createdAt } = delivery;
  const notification = change
    ? changeNotification(commerce, order, reseller, { change, changedAt })
    : notificationOf(commerce, order, reseller);
  const body = JSON.stringify(notification);
  try {
    return await post(commerce, to, delivery._id, body, at);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { status: null, error: error.message, durationMs: 0 };
  }
}

async function recordAttempt(
  { deliveries, clock }: CommerceContext,
  delivery: DeliveryDocument,
  { endpoint }: ReceiverEndpoint,
  reply: OutboundReply,
  at: Date,
): Promise<void> {
  const nextAttempt = delivery.nextAttempt + 1;
  const nextAttemptAt = isSuccess(reply.status) ? null : scheduleAttempt(nextAttempt, new Date(clock.now()));
  const state = isSuccess(reply.status) ? 'delivered' : nextAttemptAt === null ? 'stopped' : 'waiting';
  const stoppedAt = state === 'stopped' ? at : null;
  const log = {
    $push: { attempts: { at, status: reply.status, error: reply.error, durationMs: reply.durationMs } },
  };
  const { matchedCount } = await deliveries.updateOne(stillLeased(delivery), {
    $set: { state, stoppedAt, nextAttempt, nextAttemptAt, url: endpoint.url },
    ...log,
  });
  // The delivery was replayed meanwhile or is leased by another instance, so only the attempt is added.
  if (matchedCount === 0) await deliveries.updateOne({ _id: delivery._id }, log);
}

async function stop({ deliveries, clock }: CommerceContext, delivery: DeliveryDocument): Promise<void> {
  const stoppedAt = new Date(clock.now());
  await deliveries.updateOne(stillLeased(delivery), {
    $set: { state: 'stopped', stoppedAt, nextAttemptAt: null },
  });
}

const stillLeased = ({ _id, nextAttemptAt }: DeliveryDocument) => ({ _id, nextAttemptAt });

async function recordSuccess(
  commerce: CommerceContext,
  { receiver, endpoint }: ReceiverEndpoint,
): Promise<void> {
  if (endpoint.failuresInARow === 0) return;
  await changeEndpoint(commerce, receiver, { $set: { 'orderWebhook.failuresInARow': 0 } });
}

async function recordFailure(
  commerce: CommerceContext,
  receiver: ReceiverEndpoint,
  { status, error }: OutboundReply,
): Promise<void> {
  commerce.record({
    level: 'warning',
    category: 'webhook',
    message: 'An order webhook failed',
    nextStep:
      'It is sent again automatically. After the last attempt it waits under Failures, where you replay it.',
    data: { resellerId: receiver.resellerId, status, error },
  });
  // A URL that was saved again meanwhile has a clean record.
  const same = { 'orderWebhook.url': receiver.endpoint.url };
  const after = await changeEndpoint(
    commerce,
    receiver.receiver,
    { $inc: { 'orderWebhook.failuresInARow': 1 } },
    same,
  );
  if (status === GONE) return disable(commerce, receiver, 'gone');
  if (after && after.failuresInARow >= FAILURES_TO_DISABLE) await disable(commerce, receiver, 'failing');
}

/** Turns the webhook off and publishes that for its owner, in one write. Only one of several instances succeeds. */
async function disable(
  commerce: CommerceContext,
  { receiver, endpoint, resellerId, businessName, email }: ReceiverEndpoint,
  reason: 'gone' | 'failing',
): Promise<void> {
  const disabledAt = new Date().toISOString();
  const disabled = outboxEntry(orderWebhookDisabled, `webhook-disabled:${receiver}:${disabledAt}`, {
    resellerId,
    businessName,
    email,
    url: endpoint.url,
    reason,
    disabledAt,
  });
  await changeEndpoint(
    commerce,
    receiver,
    { $set: { 'orderWebhook.disabledReason': reason }, $push: { outbox: disabled } },
    { 'orderWebhook.url': endpoint.url, 'orderWebhook.disabledReason': null },
  );
  commerce.relay.flush(endpointModel(commerce, receiver));
}
