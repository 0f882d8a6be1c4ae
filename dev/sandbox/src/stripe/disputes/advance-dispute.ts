import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Charge, Dispute, Owned } from '../objects/types.ts';
import { withdraw } from './open-dispute.ts';

/** The seller has submitted evidence to the bank. */
export function answerDispute(sandbox: Sandbox, owned: Owned<Dispute>): Dispute {
  const { status } = owned.object;
  if (status !== 'needs_response' && status !== 'warning_needs_response')
    throw new StripeError('This dispute needs no response.', { param: 'dispute' });
  const isInquiry = status === 'warning_needs_response';
  return update(sandbox, owned, { status: isInquiry ? 'warning_under_review' : 'under_review' });
}

/** The bank rejects the reply to its inquiry, or received none, and takes the money back. */
export function escalateInquiry(sandbox: Sandbox, owned: Owned<Dispute>, charge: Owned<Charge>): Dispute {
  const { id, status, payment_method_details: details } = owned.object;
  if (status !== 'warning_needs_response' && status !== 'warning_under_review')
    throw new StripeError('Only an open inquiry can become a dispute.', { param: 'dispute' });
  const object = update(sandbox, owned, {
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [withdraw(sandbox, charge, id)],
    ...(details?.card && {
      payment_method_details: { ...details, card: { ...details.card, case_type: 'chargeback' } },
    }),
  });
  recordEvent(sandbox, owned, 'charge.dispute.funds_withdrawn', object);
  return object;
}

function update(sandbox: Sandbox, owned: Owned<Dispute>, change: Partial<Dispute>): Dispute {
  const object: Dispute = { ...owned.object, ...change };
  sandbox.store.disputes.put({ ...owned, object });
  recordEvent(sandbox, owned, 'charge.dispute.updated', object, {
    previous: { status: owned.object.status },
  });
  return object;
}
