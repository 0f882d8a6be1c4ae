import type { HistoryEntry } from './order.model.ts';
import type { DisputeOutcome, PaymentFacts } from './payment-facts.ts';

const DISPUTE_KINDS: Record<DisputeOutcome, HistoryEntry['kind']> = {
  open: 'dispute-opened',
  won: 'dispute-won',
  lost: 'dispute-lost',
};

/** What a change of the facts adds to an order's history. */
export function historyOf(before: PaymentFacts, after: PaymentFacts, at: Date): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  if (after.failed && !before.failed) entries.push({ at, kind: 'failed' });
  if (after.paid && !before.paid) entries.push({ at, kind: 'paid' });
  if (after.refundedMinor > before.refundedMinor) {
    entries.push({ at, kind: 'refunded', refundedMinor: after.refundedMinor });
  }
  for (const [id, outcome] of Object.entries(after.disputes)) {
    if (before.disputes[id] !== outcome) entries.push({ at, kind: DISPUTE_KINDS[outcome] });
  }
  return entries;
}
