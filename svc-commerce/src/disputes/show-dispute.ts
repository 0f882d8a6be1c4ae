import type { DisputeStage, OrderDispute } from '@leadping/contracts/commerce/dispute-routes';
import { toDecimal } from '@leadping/contracts/currency';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { isInquiry, waitsForSeller } from '../orders/payment-facts.ts';

type Disputed = Pick<OrderDocument, 'facts' | 'livemode'>;

/** The disputes of an order. The one to answer first comes first, then by deadline. */
export function showDisputes(
  { paymentProvider }: Pick<CommerceContext, 'paymentProvider'>,
  { facts, livemode }: Disputed,
): OrderDispute[] {
  const shown = Object.entries(facts.disputes).map(([id, outcome]) => {
    const { money = null, reason = null, dueBy = null } = facts.disputeDetails?.[id] ?? {};
    return {
      id,
      isInquiry: isInquiry(outcome),
      stage: findStage(facts, id),
      reason,
      amount: money && toDecimal(money),
      currency: money && money.currency,
      dueBy: dueBy?.toISOString() ?? null,
      stripeUrl: paymentProvider.disputeUrl(id, livemode),
    };
  });
  const rank = ({ stage, dueBy }: OrderDispute) =>
    `${stage === 'needs-response' ? 0 : stage === 'under-review' ? 1 : 2}${dueBy ?? '9'}`;
  return shown.toSorted((a, b) => rank(a).localeCompare(rank(b)));
}

const CLOSED = { 'inquiry-closed': 'closed', won: 'won', lost: 'lost' } as const;

function findStage(facts: Disputed['facts'], id: string): DisputeStage {
  const outcome = facts.disputes[id];
  if (outcome !== undefined && outcome !== 'inquiry' && outcome !== 'open') return CLOSED[outcome];
  return waitsForSeller(facts, id) ? 'needs-response' : 'under-review';
}
