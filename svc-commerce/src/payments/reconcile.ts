import type { Queue } from '@leadping/service-kit/process/slot-pool';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { trusted } from 'mongoose';
import type Stripe from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import {
  RECONCILE_INTERVAL_MS,
  type ReconciliationCursor,
} from '../payment-accounts/reconciliation-cursor.model.ts';
import { applyEvent } from './apply-event.ts';
import { PAYMENT_EVENTS, readPaymentEvent } from './provider-objects.ts';
import { callStripe } from '../payment-accounts/stripe-clients.ts';

const PAGE = 100;
/** A long outage is read in windows, each kept as done, so that one run stays short and nothing is read twice. */
const WINDOW_MS = 3_600_000;
const WINDOWS_A_RUN = 48;
/** An event is listed a moment after its time; the overlap also covers clocks that differ. */
const OVERLAP_MS = 10 * 60_000;

/**
 * Reads the provider's own record of events for every account that sold something, and applies what the webhooks may
 * have missed: sessions, late payments, refunds and disputes. What is known already changes nothing.
 */
export function reconcileQueue(commerce: CommerceContext): Queue {
  const { reconciliationCursors, clock, log } = commerce;
  const isDue = () => trusted({ $lte: new Date(clock.now()) });
  return {
    name: 'reconcile payment accounts',
    concurrency: 4,
    slowMs: 5000,
    maxSlow: 4,
    findDue: async ({ except, limit }) => {
      const due = await reconciliationCursors
        .find({ nextRunAt: isDue(), _id: trusted({ $nin: except }) }, { _id: 1 })
        .sort({ nextRunAt: 1 })
        .limit(limit)
        .lean();
      return due.map(({ _id }) => _id);
    },
    doNext: async (_id, signal) => {
      // Moving the next run ahead is the lease: another instance takes another account.
      const nextRunAt = new Date(clock.now() + RECONCILE_INTERVAL_MS);
      const cursor = await reconciliationCursors
        .findOneAndUpdate({ _id, nextRunAt: isDue() }, { $set: { nextRunAt } }, { returnDocument: 'after' })
        .lean();
      if (!cursor) return false;
      if (cursor.resellerId !== null) bindLogFields({ resellerId: cursor.resellerId });
      await reconcile(commerce, cursor, signal).catch((err: unknown) =>
        log.warn({ err, account: _id }, 'payment account could not be reconciled'),
      );
      return true;
    },
  };
}

async function reconcile(
  commerce: CommerceContext,
  progress: ReconciliationCursor,
  signal: AbortSignal,
): Promise<void> {
  const secretKeys = await findSecretKeys(commerce, progress);
  const withoutKeys = secretKeys.length === 0;
  if (withoutKeys !== (progress.withoutKeys ?? false))
    await commerce.reconciliationCursors.updateOne({ _id: progress._id }, { $set: { withoutKeys } });
  if (withoutKeys) return;
  const account = { resellerId: progress.resellerId, livemode: progress.livemode };
  const now = commerce.clock.now();
  for (let window = 0, since = progress.since.getTime(); window < WINDOWS_A_RUN && since < now; window += 1) {
    const until = Math.min(since + WINDOW_MS, now);
    if (signal.aborted) return;
    for (const [index, secretKey] of secretKeys.entries()) {
      try {
        await applyWindow(commerce, account, commerce.stripe(secretKey), since - OVERLAP_MS, until);
      } catch (err) {
        if (index === 0) throw err;
        // A former key that was revoked lists nothing any more; the current one must not wait for it.
        commerce.log.warn({ err, account: progress._id }, 'former payment key could not be reconciled');
      }
    }
    await commerce.reconciliationCursors.updateOne(
      { _id: progress._id },
      { $set: { since: new Date(until) } },
    );
    since = until;
  }
}

async function applyWindow(
  commerce: CommerceContext,
  account: PaymentAccount,
  stripe: Stripe,
  from: number,
  until: number,
): Promise<void> {
  const created = { gte: Math.floor(from / 1000), lte: Math.ceil(until / 1000) };
  let page: Stripe.ApiList<Stripe.Event> | undefined;
  do {
    const after = page?.data.at(-1)?.id;
    page = await callStripe(() =>
      stripe.events.list({
        types: [...PAYMENT_EVENTS],
        created,
        limit: PAGE,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const event of page.data) {
      const payment = readPaymentEvent(event);
      if (payment) await applyEvent(commerce, account, payment);
    }
  } while (page.has_more);
}
