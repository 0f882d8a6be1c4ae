import { currentTraceId } from '@leadping/service-kit/telemetry/trace-context';
import type { HistoryEntry } from './order.model.ts';
import type { DisputeOutcome, PaymentFacts } from '../payment-provider/payment-provider.ts';

const DISPUTE_KINDS: Record<DisputeOutcome, HistoryEntry['kind']> = {
  inquiry: 'inquiry-opened',
  'inquiry-closed': 'inquiry-closed',
  open: 'dispute-opened',
  won: 'dispute-won',
  lost: 'dispute-lost',
};

/**
 * Maximum history entries of the payment, more than any real payment has. Beyond it the order changes without a new
 * entry.
 */
export const MAX_HISTORY = 1000;

/** Builds an entry with the current trace. */
export function historyEntry(
  kind: HistoryEntry['kind'],
  at: Date,
  extra: Pick<HistoryEntry, 'refundedMinor'> = {},
): HistoryEntry {
  const traceId = currentTraceId();
  return { at, kind, ...extra, ...(traceId === undefined ? {} : { traceId }) };
}

/** The history entries for a change of the payment facts. */
export function historyOf(before: PaymentFacts, after: PaymentFacts, at: Date): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  if (after.failed && !before.failed) entries.push(historyEntry('failed', at));
  if (after.paid && !before.paid) entries.push(historyEntry('paid', at));
  if (after.refundedMinor > before.refundedMinor) {
    entries.push(historyEntry('refunded', at, { refundedMinor: after.refundedMinor }));
  }
  for (const [id, { amountMinor, failed }] of Object.entries(after.refunds ?? {})) {
    if (failed && before.refunds?.[id]?.failed !== true) {
      entries.push(historyEntry('refund-failed', at, { refundedMinor: amountMinor }));
    }
  }
  for (const [id, outcome] of Object.entries(after.disputes)) {
    if (before.disputes[id] !== outcome) entries.push(historyEntry(DISPUTE_KINDS[outcome], at));
  }
  return entries;
}
