import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { paidEntry } from './order-outbox.ts';

/** How long a paid order may wait for its license before it is published again. */
export const FULFILMENT_GRACE_MS = 60_000;

const BATCH = 100;
const MAX_WAIT_MS = 3600_000;

/**
 * Publishes paid orders again that are not fulfilled in time: the event may have been lost with NATS's store. Each repeat
 * waits twice as long as the one before; the claim on `publishCount` lets one instance do it.
 */
export async function republishUnfulfilled({ orders, relay, log }: CommerceContext): Promise<void> {
  const due = await orders
    .find({ republishAt: trusted({ $lte: new Date() }) })
    .sort({ republishAt: 1 })
    .limit(BATCH)
    .lean();
  for (const order of due) {
    const repeat = order.publishCount + 1;
    const wait = Math.min(FULFILMENT_GRACE_MS * 2 ** repeat, MAX_WAIT_MS);
    await orders.updateOne(
      { _id: order._id, publishCount: order.publishCount, republishAt: trusted({ $exists: true }) },
      {
        $set: { publishCount: repeat, republishAt: new Date(Date.now() + wait) },
        $push: { outbox: paidEntry(order, repeat) },
      },
    );
    log.warn({ orderId: order._id, repeat }, 'paid order not fulfilled, published again');
  }
  if (due.length > 0) relay.flush();
}
