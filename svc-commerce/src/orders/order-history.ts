import { currentTraceId } from '@leadping/service-kit/telemetry/trace-context';
import type { HistoryEntry } from './order.model.ts';
import type { DisputeOutcome, PaymentFacts } from './payment-facts.ts';

const DISPUTE_KINDS: Record<DisputeOutcome, HistoryEntry['kind']> = {
  inquiry: 'inquiry-opened',
  'inquiry-closed': 'inquiry-closed',
  open: 'dispute-opened',
  won: 'dispute-won',
  lost: 'dispute-lost',
};

/** A payment that has more of it than any real one changes without another entry. */
export const MAX_HISTORY = 1000;

/** One entry, with the trace of the work at hand. */
export function historyEntry(
  kind: HistoryEntry['kind'],
  at: Date,
  extra: Pick<HistoryEntry, 'refundedMinor'> = {},
): HistoryEntry {
  const traceId = currentTraceId();
  return { at, kind, ...extra, ...(traceId === undefined ? {} : { traceId }) };
}

/** What a change of the facts adds to an order's history. */
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
