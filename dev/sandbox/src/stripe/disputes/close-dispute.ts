import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import { idOf } from '../objects/id-of.ts';
import type { Dispute, Owned } from '../objects/types.ts';
import { recordBalance } from '../payments/record-balance.ts';
import { DISPUTE_FEE } from './open-dispute.ts';

/** The bank decides; a won dispute brings the money back. */
export function closeDispute(
  sandbox: Sandbox,
  owned: Owned<Dispute>,
  outcome: 'won' | 'lost',
  cause: EventCause = null,
): Dispute {
  const dispute = owned.object;
  if (dispute.status !== 'needs_response' && dispute.status !== 'under_review')
    throw new StripeError('This dispute is already closed.', { param: 'dispute' });
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
