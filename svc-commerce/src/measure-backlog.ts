import type { Job } from '@leadping/service-kit/process/jobs';
import { trusted } from 'mongoose';
import type { CommerceContext } from './context.ts';
import { ORDER_INDEXES } from './orders/order.model.ts';

const HOUR_MS = 3_600_000;
/**
 * A reseller's account gets its own metric once it is this far behind, in ms. Only the furthest ones do, to limit the
 * labels.
 */
const BEHIND_MS = 15 * 60_000;
const MAX_BEHIND = 20;

type Watched = Pick<
  CommerceContext,
  'metrics' | 'orders' | 'deliveries' | 'resellers' | 'reconciliationCursors' | 'clock'
>;

/** Measures what the alerts watch. The values come from the database, so they are the same at every instance. */
export function measureBacklog(commerce: Watched): Job {
  const { metrics, orders, deliveries, clock } = commerce;
  const unfulfilled = metrics.gauge(
    'orders_unfulfilled',
    'Orders paid for a minute or longer without a license, those that wait for an address or for Stripe, those whose key no mail took',
    ['reason'],
  );
  const reconcile = metrics.gauge(
    'payment_reconcile_lag_seconds',
    "How far the reading of a payment account's own record is behind: the platform's, and resellers' from 15 minutes on",
    ['account'],
  );
  const webhooks = metrics.gauge(
    'order_webhooks',
    'Order webhooks by state: queued in the last hour, or stopped in it',
    ['state'],
  );
  return async () => {
    const now = clock.now();
    unfulfilled.set({ reason: 'no-license' }, await countUnfulfilled(orders, now));
    unfulfilled.set({ reason: 'no-address' }, await countHeld(orders));
    unfulfilled.set({ reason: 'unconfirmed' }, await countUnconfirmed(orders));
    unfulfilled.set({ reason: 'no-mail' }, await countUndelivered(orders));
    const accounts = await findAccountsToWatch(commerce, now);
    reconcile.reset();
    for (const { _id, since } of accounts)
      reconcile.set({ account: _id }, Math.max(0, (now - since.getTime()) / 1000));
    const ofLastHour = trusted({ $gte: new Date(now - HOUR_MS) });
    for (const state of ['waiting', 'delivered'] as const)
      webhooks.set({ state }, await deliveries.countDocuments({ state, createdAt: ofLastHour }));
    // The last attempt is three days after the first.
    const stopped = { state: 'stopped', stoppedAt: ofLastHour } as const;
    webhooks.set({ state: stopped.state }, await deliveries.countDocuments(stopped));
  };
}

/**
 * An order is fulfilled within seconds. An order that is due to be published again, or already was, has met a fault.
 * The time of payment is no criterion, because the payment may have become known much later.
 */
function countUnfulfilled(orders: Watched['orders'], now: number): Promise<number> {
  return (
    orders
      .countDocuments({
        republishAt: trusted({ $exists: true }),
        isPaidPublished: true,
        $or: [{ republishAt: trusted({ $lte: new Date(now) }) }, { publishCount: trusted({ $gt: 0 }) }],
      })
      // DocumentDB would read all orders without the hint.
      .hint({ republishAt: 1 })
  );
}

/** Only a corrected address or a refund releases these orders. They are not published again. */
function countHeld(orders: Watched['orders']): Promise<number> {
  // Repeats the filter of the partial index, so that the engine can use the index.
  const hasProblem = trusted({ $gt: '' as never });
  return orders
    .countDocuments({
      emailProblem: hasProblem,
      isPaidPublished: false,
      status: trusted({ $ne: 'refunded' }),
    })
    .hint(ORDER_INDEXES.withEmailProblem);
}

/** Orders that a webhook reports as paid while the provider cannot be asked. */
function countUnconfirmed(orders: Watched['orders']): Promise<number> {
  return orders
    .countDocuments({ unconfirmedAt: trusted({ $exists: true }), 'facts.paid': false })
    .hint(ORDER_INDEXES.unconfirmed);
}

/**
 * Orders whose keys were never mailed because no mail went out. A refused address is excluded, because it was mistyped.
 * A disputed order is excluded, because its key cannot be sent.
 */
function countUndelivered(orders: Watched['orders']): Promise<number> {
  return orders
    .countDocuments({ emailProblem: 'undelivered', status: 'completed' })
    .hint(ORDER_INDEXES.withEmailProblem);
}

/**
 * The accounts of deleted resellers are read too, for refunds and disputes, but nobody could save a new key for them.
 */
async function findAccountsToWatch({ resellers, reconciliationCursors }: Watched, now: number) {
  const withKeys = { withoutKeys: trusted({ $ne: true }) };
  const deleted = await resellers.distinct('_id', { deletedAt: trusted({ $gt: new Date(0) }) });
  const behind = {
    resellerId: trusted({ $nin: [null, ...deleted] }),
    since: trusted({ $lte: new Date(now - BEHIND_MS) }),
  };
  const [own, theirs] = await Promise.all([
    reconciliationCursors.find({ ...withKeys, resellerId: null }, { since: 1 }).lean(),
    reconciliationCursors
      .find({ ...withKeys, ...behind }, { since: 1 })
      .sort({ since: 1 })
      .limit(MAX_BEHIND)
      .lean(),
  ]);
  return [...own, ...theirs];
}
