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

const ACCOUNTS_A_RUN = 50;
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
export async function reconcileAccounts(commerce: CommerceContext, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < ACCOUNTS_A_RUN && !signal.aborted; count += 1) {
    const progress = await leaseNext(commerce);
    if (!progress) return;
    try {
      await reconcile(commerce, progress, signal);
    } catch (err) {
      // One account with a withdrawn key must not stop the others.
      commerce.log.warn({ err, account: progress._id }, 'payment account could not be reconciled');
    }
  }
}

/** Moving the next run ahead is the lease: another instance takes another account. */
function leaseNext({ reconciliationCursors, clock }: CommerceContext): Promise<ReconciliationCursor | null> {
  const now = clock.now();
  return reconciliationCursors
    .findOneAndUpdate(
      { nextRunAt: trusted({ $lte: new Date(now) }) },
      { $set: { nextRunAt: new Date(now + RECONCILE_INTERVAL_MS) } },
      { returnDocument: 'after', sort: { nextRunAt: 1 } },
    )
    .lean();
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
        // A former key that was revoked tells nothing any more; the current one must not wait for it.
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
