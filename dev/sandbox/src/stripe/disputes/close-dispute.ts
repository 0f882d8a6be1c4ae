import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import { idOf } from '../objects/id-of.ts';
import type { Dispute, Owned } from '../objects/types.ts';
import { recordBalance } from '../payments/record-balance.ts';
import { DISPUTE_FEE } from './open-dispute.ts';

export type DisputeVerdict = 'won' | 'lost' | 'warning_closed';

/**
 * The bank decides. A won dispute returns the money. An inquiry that did not become a chargeback ends as
 * `warning_closed`.
 */
export function closeDispute(
  sandbox: Sandbox,
  owned: Owned<Dispute>,
  outcome: DisputeVerdict,
  cause: EventCause = null,
): Dispute {
  const dispute = owned.object;
  const isInquiry = dispute.status === 'warning_needs_response' || dispute.status === 'warning_under_review';
  if (!isInquiry && dispute.status !== 'needs_response' && dispute.status !== 'under_review')
    throw new StripeError('This dispute is already closed.', { param: 'dispute' });
  if (isInquiry !== (outcome === 'warning_closed'))
    throw new StripeError('An inquiry closes as `warning_closed`, a dispute as `won` or `lost`.', {
      param: 'dispute',
    });
  const returned =
    outcome === 'won'
      ? [
          recordBalance(sandbox, owned, {
            type: 'adjustment',
            amount: dispute.amount,
            currency: dispute.currency,
            fee: -DISPUTE_FEE,
            source: dispute.id,
            description: `Chargeback reversal for ${idOf(dispute.charge)}`,
          }),
        ]
      : [];
  const object: Dispute = {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...returned],
    status: outcome,
  };
  sandbox.store.disputes.put({ ...owned, object });
  recordEvent(sandbox, owned, 'charge.dispute.closed', object, {
    cause,
    previous: { status: dispute.status },
  });
  if (outcome === 'won') recordEvent(sandbox, owned, 'charge.dispute.funds_reinstated', object, { cause });
  return object;
}
