import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { currentTraceparent } from '@leadping/service-kit/telemetry/trace-context';
import type { OrderDocument } from '../orders/order.model.ts';
import { listReceivers } from './receivers.ts';

/** Queues an order's webhook for each of its receivers, once: repeating it changes nothing. */
export async function queueDeliveries(commerce: CommerceContext, order: OrderDocument): Promise<void> {
  const now = new Date(commerce.clock.now());
  for (const { receiver, endpoint } of await listReceivers(commerce, order)) {
    try {
      await commerce.deliveries.create({
        _id: `${order._id}:${receiver}`,
        orderId: order._id,
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
