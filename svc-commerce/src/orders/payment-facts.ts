import type { OrderStatus } from '@leadping/contracts/commerce/order-routes';

/**
 * How a dispute stands; a later outcome is never taken back by an earlier event that arrives late. An `inquiry` is a
 * question of the bank: it is closed, or becomes a dispute, which is `open` until it is won or lost.
 */
export type DisputeOutcome = 'inquiry' | 'open' | 'inquiry-closed' | 'won' | 'lost';

/** One refund; it may still fail days after it was made, when the bank sends the money back. */
export interface Refund {
  amountMinor: number;
  failed: boolean;
}

/**
 * What the payment provider has reported of one order. Every field only ever grows, so that folding the same facts in any
 * order and any number of times ends in the same value; the status is derived and never stored by an event.
 */
export interface PaymentFacts {
  paid: boolean;
  failed: boolean;
  /** The largest total that was seen as refunded, in minor units. */
  refundedMinor: number;
  /** Every refund by its id; absent on orders that are older than this field. */
  refunds?: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, DisputeOutcome>>;
}

export const NO_FACTS: PaymentFacts = { paid: false, failed: false, refundedMinor: 0, disputes: {} };

/**
 * An inquiry that became a dispute never closes as an inquiry. Releases up to 0.1.0 recorded inquiries as `open`: their end
 * outranks it.
 */
const OUTCOME_RANK: Record<DisputeOutcome, number> = {
  inquiry: 0,
  open: 1,
  'inquiry-closed': 2,
  won: 3,
  lost: 4,
};

/** Whether the bank only asked so far, which changes nothing of what was paid. */
export const isInquiry = (outcome: DisputeOutcome) => outcome === 'inquiry' || outcome === 'inquiry-closed';

export const hasOpenInquiry = ({ disputes }: PaymentFacts) => Object.values(disputes).includes('inquiry');

export function foldFacts(known: PaymentFacts, update: Partial<PaymentFacts>): PaymentFacts {
  const disputes = { ...known.disputes };
  for (const [id, outcome] of Object.entries(update.disputes ?? {})) {
    const before = disputes[id];
    if (before === undefined || OUTCOME_RANK[outcome] > OUTCOME_RANK[before]) disputes[id] = outcome;
  }
  const refunds = { ...known.refunds };
  for (const [id, { amountMinor, failed }] of Object.entries(update.refunds ?? {})) {
    const before = refunds[id];
    refunds[id] = {
      amountMinor: Math.max(before?.amountMinor ?? 0, amountMinor),
      failed: failed || before?.failed === true,
    };
  }
  const refundedMinor = Math.max(known.refundedMinor, update.refundedMinor ?? 0);
  // Only money that came can go back or be disputed.
  const impliesPaid = refundedMinor > 0 || [disputes, refunds].some((each) => Object.keys(each).length > 0);
  return {
    paid: known.paid || update.paid === true || impliesPaid,
    failed: known.failed || update.failed === true,
    refundedMinor,
    refunds,
    disputes,
  };
}

/** Far more than a payment has; whoever holds the account's webhook secret may sign events without end. */
const MAX_IDS = 200;

/** Whether these facts have refunds or disputes that an order has no room for. */
export function growsTooLarge(before: PaymentFacts, after: PaymentFacts): boolean {
  return (['refunds', 'disputes'] as const).some((field) => {
    const count = countOf(after[field]);
    return count > MAX_IDS && count > countOf(before[field]);
  });
}

const countOf = (byId: object = {}) => Object.keys(byId).length;

/**
 * What really went back, in minor units. Totals of the charge count until a refund fails; from there on only the refunds
 * themselves do, since a total that was seen before does not say which of them it counted.
 */
export function netRefundedMinor({ refundedMinor, refunds = {} }: PaymentFacts): number {
  const all = Object.values(refunds);
  if (!all.some(({ failed }) => failed)) return refundedMinor;
  return all.reduce((sum, { amountMinor, failed }) => sum + (failed ? 0 : amountMinor), 0);
}

/** What a paid order's license depends on. */
export type PaymentStatus = 'unpaid' | 'good' | 'refunded' | 'disputed' | 'lost';

export function paymentStatusOf(facts: PaymentFacts, amountMinor: number): PaymentStatus {
  if (!facts.paid) return 'unpaid';
  if (netRefundedMinor(facts) >= amountMinor) return 'refunded';
  const outcomes = Object.values(facts.disputes);
  if (outcomes.includes('lost')) return 'lost';
  return outcomes.includes('open') ? 'disputed' : 'good';
}

export function orderStatusOf(facts: PaymentFacts, amountMinor: number): OrderStatus {
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
