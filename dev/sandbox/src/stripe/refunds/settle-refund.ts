import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Charge, Owned, Refund } from '../objects/types.ts';
import { recordBalance } from '../payments/record-balance.ts';

/**
 * Ends a pending refund, or lets one fail that had succeeded, because the payer's bank sent the money back. After a
 * failure the charge counts as not refunded.
 */
export function settleRefund(
  sandbox: Sandbox,
  charge: Owned<Charge>,
  outcome: 'succeeded' | 'failed',
  reason = 'unknown',
): Refund {
  const owned = sandbox.store.refunds
    .newestFirst()
    .find(({ object }) => object.charge === charge.id && isOpen(object, outcome));
  if (owned === undefined)
    throw new StripeError(`Charge ${charge.id} has no refund that can end as ${outcome}.`);
  const refund = owned.object;
  const settled: Refund =
    outcome === 'succeeded'
      ? {
          ...withoutPendingReason(refund),
          status: 'succeeded',
          balance_transaction: move(sandbox, owned, -1),
        }
      : {
          ...withoutPendingReason(refund),
          status: 'failed',
          failure_reason: reason,
          // Only money that had left comes back.
          ...(refund.balance_transaction !== null && {
            failure_balance_transaction: move(sandbox, owned, 1),
          }),
        };
  sandbox.store.refunds.put({ ...owned, object: settled });
  if (outcome === 'failed') giveBack(sandbox, charge, refund.amount);
  recordEvent(sandbox, owned, 'refund.updated', settled, { previous: { status: refund.status } });
  if (outcome === 'failed') recordEvent(sandbox, owned, 'refund.failed', settled);
  return settled;
}

const isOpen = ({ status }: Refund, outcome: 'succeeded' | 'failed') =>
  status === 'pending' || (status === 'succeeded' && outcome === 'failed');

function withoutPendingReason(refund: Refund): Refund {
  const { pending_reason: _, ...rest } = refund;
  return rest;
}

function move(sandbox: Sandbox, { object, ...owner }: Owned<Refund>, direction: 1 | -1): string {
  return recordBalance(sandbox, owner, {
    type: 'refund',
    amount: direction * object.amount,
    currency: object.currency,
    source: object.id,
    description: direction === 1 ? 'REFUND FAILURE' : 'REFUND FOR CHARGE',
  }).id;
}

function giveBack(sandbox: Sandbox, { object, ...owner }: Owned<Charge>, amount: number): void {
  const amountRefunded = object.amount_refunded - amount;
  sandbox.store.charges.put({
    ...owner,
    object: { ...object, amount_refunded: amountRefunded, refunded: amountRefunded === object.amount },
  });
}
