import type { Job } from '@leadping/service-kit/process/jobs';
import { trusted } from 'mongoose';
import type { CommerceContext } from './context.ts';

/** An order is fulfilled within seconds; one that waits this long has met a fault. */
const UNFULFILLED_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What the alerts watch, read from the database: it is the same at every instance. */
export function measureBacklog({
  metrics,
  orders,
  deliveries,
  reconciliationCursors,
  clock,
}: Pick<CommerceContext, 'metrics' | 'orders' | 'deliveries' | 'reconciliationCursors' | 'clock'>): Job {
  const unfulfilled = metrics.gauge(
    'orders_unfulfilled',
    'Orders paid for a minute or longer without a license',
  );
  const reconcile = metrics.gauge(
    'payment_reconcile_lag_seconds',
    "How far the reading of the payment accounts' own records is behind, of the account furthest behind",
  );
  const webhooks = metrics.gauge('order_webhooks', 'Order webhooks of the last hour by state', ['state']);
  return async () => {
    const now = clock.now();
    const isOld = trusted({ $lte: new Date(now - UNFULFILLED_MS) });
    const hasWaited = { republishAt: trusted({ $exists: true }), paidAt: isOld, isPaidPublished: true };
    // Named: nearly every order is old, and DocumentDB would read all of them.
    unfulfilled.set(await orders.countDocuments(hasWaited).hint({ republishAt: 1 }));
    const withKeys = { withoutKeys: trusted({ $ne: true }) };
    const furthest = await reconciliationCursors.findOne(withKeys).sort({ since: 1 }).select('since').lean();
    reconcile.set(furthest ? Math.max(0, (now - furthest.since.getTime()) / 1000) : 0);
    for (const state of ['waiting', 'delivered', 'stopped'] as const) {
      const recent = { state, createdAt: trusted({ $gte: new Date(now - HOUR_MS) }) };
      webhooks.set({ state }, await deliveries.countDocuments(recent));
    }
  };
}
