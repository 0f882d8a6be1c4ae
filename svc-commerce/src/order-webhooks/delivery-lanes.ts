import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { deliver } from './deliver.ts';
import type { Receiver } from '../webhook-endpoints/endpoint.ts';
import type { DeliveryDocument } from './delivery.model.ts';

/** Longer than an attempt can take: an instance that died gives the delivery back by letting this run out. */
const LEASE_MS = 60_000;
/** Receivers that are sent to at one time, beside the slow ones. */
const CONCURRENCY = 16;
/** An attempt that takes longer gives its slot to others; receivers known for it share these few. */
const SLOW_MS = 2000;
const MAX_SLOW = 6;
/** Deliveries of one receiver before another one's turn. */
const BURST = 25;

/** Sends what is due, each receiver in a lane of its own: one after the other, whatever the other lanes wait for. */
export interface DeliveryLanes {
  /** Starts a lane for every receiver that has something due, as far as there is room. Does not wait for them. */
  run: () => Promise<void>;
  /** Starts nothing more and waits for what is under way. */
  close: () => Promise<void>;
}

export function buildDeliveryLanes(commerce: CommerceContext): DeliveryLanes {
  const active = new Map<Receiver, Promise<void>>();
  const slow = new Set<Receiver>();
  let isClosed = false;

  const lane = async (receiver: Receiver) => {
    for (let count = 0; count < BURST && !isClosed; count += 1) {
      const delivery = await leaseNext(commerce, receiver);
      if (!delivery) return;
      const startedAt = performance.now();
      const timer = setTimeout(() => slow.add(receiver), SLOW_MS);
      await deliver(commerce, delivery).finally(() => clearTimeout(timer));
      if (performance.now() - startedAt >= SLOW_MS) return;
      slow.delete(receiver);
    }
  };

  const start = (receiver: Receiver) => {
    const work = lane(receiver)
      .catch((err: unknown) => commerce.log.error({ err, receiver }, 'order webhooks of a receiver failed'))
      .finally(() => active.delete(receiver));
    active.set(receiver, work);
  };

  return {
    run: async () => {
      if (isClosed) return;
      const now = new Date(commerce.clock.now());
      const due = await commerce.deliveries.distinct('receiver', {
        state: 'waiting',
        nextAttemptAt: trusted({ $lte: now }),
      });
      for (const receiver of shuffled(due)) {
        if (isClosed) return;
        if (active.has(receiver)) continue;
        const running = [...active.keys()].filter((each) => slow.has(each) === slow.has(receiver)).length;
        if (running < (slow.has(receiver) ? MAX_SLOW : CONCURRENCY)) start(receiver);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all(active.values());
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

/** Where there is no room for all, chance decides who goes first, not the alphabet. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
