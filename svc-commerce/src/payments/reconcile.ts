import type { Queue } from '@leadping/service-kit/process/queue-pool';
import { isOutage } from '@leadping/service-kit/messaging/outage';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { accountName, type PaymentAccount } from '../payment-accounts/account.ts';
import { findSecretKeys, type AccountKey } from './find-secret-keys.ts';
import {
  RECONCILE_INTERVAL_MS,
  type ReconciliationCursor,
} from '../payment-accounts/reconciliation-cursor.model.ts';
import { applyEvent } from './apply-event.ts';
import type { EventPage, Period } from '../payment-provider/payment-provider.ts';
import { isKeyRefused } from '../payment-provider/provider-failure.ts';

/**
 * A long outage is read in windows, and each finished window is recorded. One run stays short and reads nothing twice.
 */
const WINDOW_MS = 3_600_000;
const WINDOWS_A_RUN = 48;
/** Events are listed shortly after their time. The overlap also covers clock skew. */
const OVERLAP_MS = 10 * 60_000;
/** The provider lists the events of 30 days. */
const LISTED_MS = 31 * 24 * 3_600_000;

/**
 * Reads the provider's own events for every account that sold something. Applies what the webhooks may have missed:
 * sessions, late payments, refunds and disputes. Known facts change nothing.
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
      // Advancing the next run is the lease: other instances take other accounts.
      const nextRunAt = new Date(clock.now() + RECONCILE_INTERVAL_MS);
      const cursor = await reconciliationCursors
        .findOneAndUpdate({ _id, nextRunAt: isDue() }, { $set: { nextRunAt } }, { returnDocument: 'after' })
        .lean();
      if (!cursor) return false;
      if (cursor.resellerId !== null) bindLogFields({ resellerId: cursor.resellerId });
      try {
        const hasMore = await reconcile(commerce, cursor, signal);
        if (hasMore) {
          await reconciliationCursors.updateOne({ _id }, { $set: { nextRunAt: new Date(clock.now()) } });
        }
      } catch (err) {
        log.warn({ err, account: _id }, 'payment account could not be reconciled');
      }
      return true;
    },
  };
}

/**
 * @returns true if all windows of a long run were applied and more remain, so that the next run can start immediately
 */
async function reconcile(
  commerce: CommerceContext,
  progress: ReconciliationCursor,
  signal: AbortSignal,
): Promise<boolean> {
  const { _id, resellerId, livemode } = progress;
  const store = (read: Partial<Pick<ReconciliationCursor, 'since' | 'withoutKeys'>>) =>
    commerce.reconciliationCursors.updateOne({ _id }, { $set: read });
  const keys = await findSecretKeys(commerce, progress);
  if (progress.withoutKeys && keys.some(({ isCurrent }) => isCurrent)) await store({ withoutKeys: false });
  const usable = new Set(keys);
  const now = commerce.clock.now();
  let isComplete = true;
  let since = Math.max(progress.since.getTime(), now - LISTED_MS);
  for (let window = 0; window < WINDOWS_A_RUN && since < now; window += 1) {
    // After an event that could not be applied, no window is recorded as done. The rest is then read as one window.
    const until = isComplete ? Math.min(since + WINDOW_MS, now) : now;
    if (signal.aborted) return false;
    const period = { from: since - OVERLAP_MS, until };
    for (const key of usable) {
      const end = await applyWindow(commerce, { resellerId, livemode }, key, period, signal);
      if (end === 'incomplete') isComplete = false;
      if (end !== 'refused') continue;
      usable.delete(key);
      // The key may be replaced. Until then the former keys are read, and after that the whole period again.
      if (key.isCurrent) isComplete = false;
      const nextStep = key.isCurrent ? 'A new one has to be saved.' : undefined;
      commerce.log.warn(
        { account: _id, isCurrent: key.isCurrent, nextStep },
        'payment key is refused by the provider',
      );
    }
    if (usable.size === 0) {
      // Former keys that are no longer valid count as missing.
      if (isComplete) await store({ withoutKeys: true });
      return false;
    }
    // Each run reads events that could not be applied again, and all events after them.
    if (isComplete) await store({ since: new Date(until), withoutKeys: false });
    since = until;
  }
  return isComplete && since < now;
}

/**
 * @returns `refused` if the key was revoked, so that other keys are not blocked; `incomplete` if an event could not be
 * applied or the process is closing
 * @throws {DomainError} if a later run may list the missing events
 */
async function applyWindow(
  commerce: CommerceContext,
  account: PaymentAccount,
  { secretKey }: AccountKey,
  period: Period,
  signal: AbortSignal,
): Promise<'read' | 'incomplete' | 'refused'> {
  let page: EventPage | undefined;
  let end: 'read' | 'incomplete' = 'read';
  do {
    try {
      page = await commerce.paymentProvider.listEvents(secretKey, period, page?.events.at(-1)?.id);
    } catch (error) {
      if (isKeyRefused(error)) return 'refused';
      throw error;
    }
    for (const event of page.events) {
      if (!(await isApplied(commerce, account, event))) end = 'incomplete';
    }
  } while (page.hasMore && !signal.aborted);
  return page.hasMore ? 'incomplete' : end;
}

/** @returns false if the event itself is invalid, so that later events are not blocked */
async function isApplied(
  commerce: CommerceContext,
  account: PaymentAccount,
  { id: eventId, type, payload }: EventPage['events'][number],
): Promise<boolean> {
  try {
    const payment = commerce.paymentProvider.readEvent(payload);
    if (payment) await applyEvent(commerce, account, payment, { isClaim: false });
    return true;
  } catch (err) {
    if (isOutage(err)) throw err;
    const nextStep = 'Look the event up at the provider. It is tried again at each run.';
    commerce.log.error(
      { err, account: accountName(account), eventId, type, nextStep },
      'payment event could not be applied',
    );
    return false;
  }
}
