import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { currentTraceparent } from '@leadping/service-kit/telemetry/trace-context';
import type { OrderDocument } from '../orders/order.model.ts';
import { chosenEvents } from '../webhook-endpoints/endpoint.ts';
import type { WebhookChange } from './delivery.model.ts';
import { listReceivers } from './receivers.ts';

/** A change to report, with an id that is the same however often the change is reported. */
interface DueChange {
  id: string;
  change: WebhookChange;
  changedAt: Date;
}

/**
 * Queues an order's webhook, or that of a change, for each of its receivers who chose the event. Repeating it changes
 * nothing.
 */
export async function queueDeliveries(
  commerce: CommerceContext,
  order: Pick<OrderDocument, '_id' | 'resellerId'>,
  due?: DueChange,
): Promise<void> {
  const now = new Date(commerce.clock.now());
  const event = due?.change.event ?? 'order.completed';
  for (const { receiver, endpoint } of await listReceivers(commerce, order)) {
    if (!chosenEvents(endpoint).includes(event)) continue;
    try {
      await commerce.deliveries.create({
        _id: `${order._id}:${receiver}${due ? `:${due.id}` : ''}`,
        orderId: order._id,
        ...(due && { change: due.change, changedAt: due.changedAt }),
        receiver,
        url: endpoint.url,
        state: 'waiting',
        nextAttempt: 0,
        nextAttemptAt: now,
        attempts: [],
        replayedAt: null,
        traceparent: currentTraceparent(),
        createdAt: now,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
