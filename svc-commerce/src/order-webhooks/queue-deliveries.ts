import type { Commerce } from '../commerce.ts';
import { isDuplicateKey } from '@leadping/service-kit/duplicate-key';
import type { OrderDocument } from '../orders/order.model.ts';
import { listReceivers } from './receivers.ts';

/** Queues an order's webhook for each of its receivers, once: repeating it changes nothing. */
export async function queueDeliveries(commerce: Commerce, order: OrderDocument): Promise<void> {
  const now = new Date(commerce.clock.now());
  for (const { receiver, endpoint } of await listReceivers(commerce, order)) {
    try {
      await commerce.deliveries.create({
        _id: `${order._id}:${receiver}`,
        orderId: order._id,
        receiver,
        url: endpoint.url,
        state: 'waiting',
        nextTry: 0,
        nextTryAt: now,
        tries: [],
        createdAt: now,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
