import type { Queue } from '@leadping/service-kit/process/queue-pool';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import type { Receiver } from '../webhook-endpoints/endpoint.ts';
import { deliver } from './deliver.ts';
import type { DeliveryDocument } from './delivery.model.ts';
import { resellerIdOf } from './receivers.ts';

/** Longer than an attempt can take: an instance that died gives the delivery back by letting this run out. */
const LEASE_MS = 60_000;

/** Order webhooks that are due, each receiver's one after the other. */
export function deliveryQueue(commerce: CommerceContext): Queue {
  return {
    name: 'deliver order webhooks',
    concurrency: 16,
    slowMs: 2000,
    maxSlow: 6,
    findDue: async () => {
      const due = await commerce.deliveries.distinct('receiver', {
        state: 'waiting',
        nextAttemptAt: trusted({ $lte: new Date(commerce.clock.now()) }),
      });
      return shuffled(due);
    },
    doNext: async (key) => {
      const receiver = key as Receiver;
      const delivery = await leaseNext(commerce, receiver);
      if (!delivery) return false;
      const { orderId, nextAttempt } = delivery;
      const resellerId = resellerIdOf(receiver);
      bindLogFields({ orderId, attempt: nextAttempt + 1, ...(resellerId === null ? {} : { resellerId }) });
      await deliver(commerce, delivery);
      return true;
    },
  };
}

function leaseNext(
  { deliveries, clock }: CommerceContext,
  receiver: Receiver,
): Promise<DeliveryDocument | null> {
  const now = clock.now();
  return deliveries
    .findOneAndUpdate(
      { receiver, state: 'waiting', nextAttemptAt: trusted({ $lte: new Date(now) }) },
      { $set: { nextAttemptAt: new Date(now + LEASE_MS) } },
      { returnDocument: 'after', sort: { nextAttemptAt: 1 } },
    )
    .lean();
}

/** A random order, so that a full queue does not prefer the same receivers. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
