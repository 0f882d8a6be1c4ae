import type { OrderStatus } from '@leadping/contracts/commerce/order-routes';

/** How a dispute stands; a later outcome is never taken back by an earlier event that arrives late. */
export type DisputeOutcome = 'open' | 'won' | 'lost';

/**
 * What the payment provider has reported of one order. Every field only ever grows, so that folding the same facts in any
 * order and any number of times ends in the same value; the status is derived and never stored by an event.
 */
export interface PaymentFacts {
  paid: boolean;
  failed: boolean;
  /** The largest total that was seen as refunded, in minor units. */
  refundedMinor: number;
  disputes: Readonly<Record<string, DisputeOutcome>>;
}

export const NO_FACTS: PaymentFacts = { paid: false, failed: false, refundedMinor: 0, disputes: {} };

const OUTCOME_RANK: Record<DisputeOutcome, number> = { open: 0, won: 1, lost: 2 };

export function foldFacts(known: PaymentFacts, update: Partial<PaymentFacts>): PaymentFacts {
  const disputes = { ...known.disputes };
  for (const [id, outcome] of Object.entries(update.disputes ?? {})) {
    const before = disputes[id];
    if (before === undefined || OUTCOME_RANK[outcome] > OUTCOME_RANK[before]) disputes[id] = outcome;
  }
  const refundedMinor = Math.max(known.refundedMinor, update.refundedMinor ?? 0);
  // Only money that came can go back or be disputed.
  const impliesPaid = refundedMinor > 0 || Object.keys(disputes).length > 0;
  return {
    paid: known.paid || update.paid === true || impliesPaid,
    failed: known.failed || update.failed === true,
    refundedMinor,
    disputes,
  };
}

/** What a paid order's license depends on. */
export type PaymentStatus = 'unpaid' | 'good' | 'refunded' | 'disputed' | 'lost';

export function paymentStatusOf(facts: PaymentFacts, amountMinor: number): PaymentStatus {
  if (!facts.paid) return 'unpaid';
  if (facts.refundedMinor >= amountMinor) return 'refunded';
  const outcomes = Object.values(facts.disputes);
  if (outcomes.includes('lost')) return 'lost';
  return outcomes.includes('open') ? 'disputed' : 'good';
}

export function statusOf(facts: PaymentFacts, amountMinor: number): OrderStatus {
  switch (paymentStatusOf(facts, amountMinor)) {
    case 'unpaid':
      return facts.failed ? 'failed' : 'pending';
    case 'good':
      return 'completed';
    case 'refunded':
      return 'refunded';
    case 'disputed':
    case 'lost':
      return 'disputed';
  }
}
