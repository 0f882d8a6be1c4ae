import type { RefundOutcome } from '@leadping/contracts/commerce/refund-routes';
import type { PaymentFacts, RefundRefusal } from '../payment-provider/payment-provider.ts';
import { netRefundedMinor } from './payment-facts.ts';

/** A refund that the seller requested here. Whether the money went back is known only from the provider's events. */
export interface RefundRequest {
  /** Also the provider's idempotency key, and in the metadata of the refund. */
  id: string;
  /** Hash of the caller's idempotency key. Null without a key. */
  keyHash: string | null;
  amountMinor: number;
  requestedAt: Date;
  /** `sending`: it is not known whether the provider has it. `accepted`: the provider has made `refundId`. */
  state: 'sending' | 'accepted' | 'refused';
  refundId?: string;
  refusal?: RefundRefusal | 'no-key' | 'unknown-payment' | 'not-sent';
  /** The provider's own words for the refusal. */
  text?: string;
}

/** Far more than an order needs. */
export const MAX_REFUND_REQUESTS = 50;

export function refundOutcome({ state, refundId }: RefundRequest, facts: PaymentFacts): RefundOutcome {
  if (state === 'refused') return 'refused';
  const reported = refundId === undefined ? undefined : facts.refunds?.[refundId];
  if (!reported) return 'requested';
  if (reported.failed) return 'failed';
  // The order follows from the charge's total, which may arrive after the refund itself.
  return netRefundedMinor(facts) < sumOfRefunds(facts) ? 'requested' : 'confirmed';
}

/** The request that the provider has not confirmed yet. There is at most one. */
export function findOpenRequest({
  refundRequests = [],
  facts,
}: {
  refundRequests?: RefundRequest[] | undefined;
  facts: PaymentFacts;
}): RefundRequest | undefined {
  return refundRequests.find((request) => refundOutcome(request, facts) === 'requested');
}

/**
 * What was refunded, in minor units. A refund's own event may arrive before the charge's new total, so the larger of the
 * two counts. Otherwise the same amount could be refunded again in between.
 */
export function refundedMinor(facts: PaymentFacts): number {
  return Math.max(netRefundedMinor(facts), sumOfRefunds(facts));
}

function sumOfRefunds({ refunds = {} }: PaymentFacts): number {
  return Object.values(refunds).reduce(
    (total, { amountMinor, failed }) => total + (failed ? 0 : amountMinor),
    0,
  );
}
