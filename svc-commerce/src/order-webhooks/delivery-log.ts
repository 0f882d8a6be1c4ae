import type { FailedDelivery, WebhookDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import type { ListPage } from '@leadping/contracts/list-page';
import { DomainError } from '@leadping/service-kit/domain-error';
import { cursorAfter, readCursor } from '@leadping/service-kit/http/list-cursor';
import { trusted, type QueryFilter } from 'mongoose';
import type { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import type { Receiver } from '../webhook-endpoints/endpoint.ts';
import type { DeliveryDocument } from './delivery.model.ts';
import { deliveriesOf, type DeliveryScope } from './delivery-scope.ts';
import { findReceiver, resellerIdOf } from './receivers.ts';

const DEFAULT_PAGE = 100;
/** Minimum time between two replays of a delivery, in ms. */
const REPLAY_PAUSE_MS = 60_000;

type Shown = z.input<typeof WebhookDelivery>;

/**
 * Returns one page of matching deliveries of the scope, newest first.
 * @throws {DomainError} VALIDATION_FAILED for a cursor that no page returned
 */
export async function findDeliveries(
  { deliveries }: Pick<CommerceContext, 'deliveries'>,
  scope: DeliveryScope,
  states: QueryFilter<DeliveryDocument>,
  { limit = DEFAULT_PAGE, cursor }: ListPage,
): Promise<{ found: DeliveryDocument[]; next: string | null }> {
  const read = await deliveries
    .find({ ...deliveriesOf(scope), $and: [states, cursor === undefined ? {} : before(cursor)] })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const found = read.slice(0, limit);
  const last = found.at(-1);
  return {
    found,
    next: last && read.length > limit ? cursorAfter(last.createdAt.getTime(), last._id) : null,
  };
}

function before(cursor: string): QueryFilter<DeliveryDocument> {
  const { place, id } = readCursor(cursor);
  const createdAt = new Date(place);
  return { $or: [{ createdAt: trusted({ $lt: createdAt }) }, { createdAt, _id: trusted({ $lt: id }) }] };
}

/** Failed deliveries with their receivers. */
export async function showFailed(
  commerce: CommerceContext,
  found: DeliveryDocument[],
): Promise<FailedDelivery[]> {
  const receivers = new Map<Receiver, Awaited<ReturnType<typeof findReceiver>>>();
  for (const { receiver } of found) {
    if (!receivers.has(receiver)) receivers.set(receiver, await findReceiver(commerce, receiver));
  }
  return found.map((delivery) => {
    const known = receivers.get(delivery.receiver);
    return {
      ...showDelivery(delivery),
      resellerId: resellerIdOf(delivery.receiver),
      businessName: known?.businessName ?? '',
      disabledReason: known?.endpoint.disabledReason ?? null,
    };
  });
}

export const FAILED_FILTERS: Record<'stopped' | 'retrying' | 'all', QueryFilter<DeliveryDocument>> = {
  stopped: { state: 'stopped' },
  retrying: { state: 'waiting', nextAttempt: trusted({ $gt: 0 }) },
  all: { $or: [{ state: 'stopped' }, { state: 'waiting', nextAttempt: trusted({ $gt: 0 }) }] },
};

/**
 * Sends a delivery again from its first attempt, even if it arrived before.
 * @throws {DomainError} NOT_FOUND, also for another receiver's delivery; RATE_LIMITED within a minute of its last
 * replay
 */
export async function replayDelivery(
  commerce: Pick<CommerceContext, 'deliveries' | 'clock'>,
  receiver: Receiver,
  id: string,
): Promise<void> {
  const sentAgain = await sendAgain(commerce, { _id: id, ...deliveriesOf({ receiver }) });
  if (sentAgain > 0) return;
  if (!(await commerce.deliveries.exists({ _id: id, ...deliveriesOf({ receiver }) }))) {
    throw new DomainError('NOT_FOUND', 'This delivery does not exist.');
  }
  throw new DomainError('RATE_LIMITED', 'This delivery was sent again a moment ago. Try again in a minute.', {
    retryAfter: REPLAY_PAUSE_MS / 1000,
  });
}

/**
 * Sends these deliveries again, except those that arrived or were replayed within the last minute. A delivery that
 * arrived after the list was read would reach its receiver twice.
 */
export async function replayDeliveries(
  commerce: Pick<CommerceContext, 'deliveries' | 'clock'>,
  scope: DeliveryScope,
  ids: readonly string[],
): Promise<{ replayed: number; skipped: number }> {
  const replayed = await sendAgain(commerce, {
    _id: trusted({ $in: [...new Set(ids)] }),
    ...deliveriesOf(scope),
    state: trusted({ $ne: 'delivered' }),
  });
  return { replayed, skipped: ids.length - replayed };
}

/** @returns the number of deliveries sent again, without those replayed within the last minute */
async function sendAgain(
  { deliveries, clock }: Pick<CommerceContext, 'deliveries' | 'clock'>,
  wanted: QueryFilter<DeliveryDocument>,
): Promise<number> {
  const now = clock.now();
  const { modifiedCount } = await deliveries.updateMany(
    {
      ...wanted,
      $or: [{ replayedAt: null }, { replayedAt: trusted({ $lt: new Date(now - REPLAY_PAUSE_MS) }) }],
    },
    {
      $set: {
        state: 'waiting',
        stoppedAt: null,
        nextAttempt: 0,
        nextAttemptAt: new Date(now),
        replayedAt: new Date(now),
      },
    },
  );
  return modifiedCount;
}

export function showDelivery(delivery: DeliveryDocument): Shown {
  return {
    id: delivery._id,
    orderId: delivery.orderId,
    event: delivery.change?.event ?? 'order.completed',
    url: delivery.url,
    state: delivery.state,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    attempts: delivery.attempts.map(({ at, status, error, durationMs }) => ({
      at: at.toISOString(),
      status: status ?? null,
      error: error ?? null,
      durationMs,
    })),
  };
}
