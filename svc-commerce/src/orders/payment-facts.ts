import type { OrderStatus } from '@leadping/contracts/commerce/order-routes';
import type { DisputeDetails, DisputeOutcome, PaymentFacts } from '../payment-provider/payment-provider.ts';

export const NO_FACTS: PaymentFacts = { paid: false, failed: false, refundedMinor: 0, disputes: {} };

/**
 * An inquiry that became a dispute never closes as an inquiry. Releases up to 0.1.0 recorded inquiries as `open`, so
 * `inquiry-closed` outranks `open`.
 */
const OUTCOME_RANK: Record<DisputeOutcome, number> = {
  inquiry: 0,
  open: 1,
  'inquiry-closed': 2,
  won: 3,
  lost: 4,
};

/** Whether the bank only asked a question, which does not affect the payment. */
export const isInquiry = (outcome: DisputeOutcome): outcome is 'inquiry' | 'inquiry-closed' =>
  outcome === 'inquiry' || outcome === 'inquiry-closed';

export const hasOpenInquiry = ({ disputes }: PaymentFacts) => Object.values(disputes).includes('inquiry');

/** Whether the bank waits for the seller's answer. Facts of earlier releases do not tell, so they count as waiting. */
export function waitsForSeller({ disputes, disputeDetails }: PaymentFacts, id: string): boolean {
  const outcome = disputes[id];
  return (outcome === 'inquiry' || outcome === 'open') && disputeDetails?.[id]?.needsResponse !== false;
}

/** Later than every deadline. */
const NO_DEADLINE = new Date('9999-12-31T00:00:00Z');

/** The nearest deadline of the disputes that wait for the seller. Null without any. */
export function nextDisputeDue(facts: PaymentFacts): Date | null {
  const due = Object.keys(facts.disputes)
    .filter((id) => waitsForSeller(facts, id))
    .map((id) => facts.disputeDetails?.[id]?.dueBy ?? NO_DEADLINE);
  return due.length === 0 ? null : new Date(Math.min(...due.map((date) => date.getTime())));
}

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
  // Only received money can be refunded or disputed.
  const impliesPaid = refundedMinor > 0 || [disputes, refunds].some((each) => Object.keys(each).length > 0);
  return {
    paid: known.paid || update.paid === true || impliesPaid,
    failed: known.failed || update.failed === true,
    refundedMinor,
    refunds,
    disputes,
    ...foldDetails(known.disputeDetails, update.disputeDetails),
    ...((known.isEnded || update.isEnded) && { isEnded: true }),
  };
}

/** Keeps the latest report of each dispute, in whatever order the reports come. */
function foldDetails(
  known: PaymentFacts['disputeDetails'],
  update: PaymentFacts['disputeDetails'],
): Pick<PaymentFacts, 'disputeDetails'> {
  if (!known && !update) return {};
  const details = { ...known };
  for (const [id, reported] of Object.entries(update ?? {})) {
    const before = details[id];
    if (!before || isLater(reported, before)) details[id] = reported;
  }
  return { disputeDetails: details };
}

/** The provider's times have seconds, so a dispute that is answered or decided at once needs the rest. */
function isLater(left: DisputeDetails, right: DisputeDetails): boolean {
  const rank = ({ reportedAt, outcome, dueBy, needsResponse, reason, money }: DisputeDetails) => [
    reportedAt.getTime(),
    OUTCOME_RANK[outcome],
    needsResponse ? 0 : 1,
    dueBy?.getTime() ?? 0,
    money?.amountMinor ?? -1,
    reason ?? '',
    money?.currency ?? '',
  ];
  const [ours, theirs] = [rank(left), rank(right)];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at !== -1 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}

/** Far more than a payment has. Anybody with the account's webhook secret could sign any number of events. */
const MAX_IDS = 200;

/** Whether the refunds or disputes exceed what an order can store. */
export function growsTooLarge(before: PaymentFacts, after: PaymentFacts): boolean {
  return (['refunds', 'disputes'] as const).some((field) => {
    const count = countOf(after[field]);
    return count > MAX_IDS && count > countOf(before[field]);
  });
}

const countOf = (byId: object = {}) => Object.keys(byId).length;

/**
 * The amount that was really refunded, in minor units. The charge's totals count until a refund fails. After that only
 * the refunds themselves count, because an earlier total may include the failed refund.
 */
export function netRefundedMinor({ refundedMinor, refunds = {} }: PaymentFacts): number {
  const all = Object.values(refunds);
  if (!all.some(({ failed }) => failed)) return refundedMinor;
  return all.reduce((sum, { amountMinor, failed }) => sum + (failed ? 0 : amountMinor), 0);
}

/** The payment status that decides about an order's license. */
export type PaymentStatus = 'unpaid' | 'good' | 'refunded' | 'disputed' | 'lost';

export function paymentStatusOf(facts: PaymentFacts, amountMinor: number): PaymentStatus {
  if (!facts.paid) return 'unpaid';
  if (facts.isEnded) return 'refunded';
  const refundedMinor = netRefundedMinor(facts);
  if (refundedMinor > 0 && refundedMinor >= amountMinor) return 'refunded';
  const outcomes = Object.values(facts.disputes);
  if (outcomes.includes('lost')) return 'lost';
  return outcomes.includes('open') ? 'disputed' : 'good';
}

/** The README draws how an order passes from one status to another. */
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
