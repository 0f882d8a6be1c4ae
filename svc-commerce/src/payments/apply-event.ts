import type { CommerceContext } from '../context.ts';
import type { DisputeOutcome, PaymentFacts } from '../orders/payment-facts.ts';
import { recordFacts } from './record-payment.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { applySession } from './apply-session.ts';
import { isInDoubt, isPaid } from './doubt.ts';
import { findSessionOfPayment } from './find-session.ts';
import type { PaymentEvent } from './provider-objects.ts';

/** Dispute outcome by the provider's status. Other statuses, such as those of an appeal, change nothing. */
const DISPUTE_OUTCOMES: ReadonlyMap<string, DisputeOutcome> = new Map([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry-closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

/**
 * Applies one event of a payment account. Returns once its facts are durably stored, or the event is known not to be
 * ours. Events may arrive in any order and several times; the result is the same.
 * @param isClaim whether a webhook brought it. Resellers know their own webhook secret and can sign events that never
 * happened. The reconcile job reads the provider's own record instead.
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED or UNAVAILABLE if the provider must confirm the event and cannot be
 * asked
 */
export async function applyEvent(
  commerce: CommerceContext,
  account: PaymentAccount,
  event: PaymentEvent,
  { isClaim }: { isClaim: boolean },
): Promise<void> {
  const { type } = event;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const report = { paidAt: new Date(event.created * 1000) };
      return applySession(commerce, account, event.data.object, report, isClaim ? type : undefined);
    }
    case 'checkout.session.async_payment_failed':
      return applySession(commerce, account, event.data.object, { facts: { failed: true } });
    case 'charge.refunded': {
      const charge = event.data.object;
      const facts = { refundedMinor: charge.amount_refunded };
      return applyPaymentFacts(commerce, account, charge.payment_intent, { facts, isClaim });
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { id, payment_intent, amount, status } = event.data.object;
      const failed = status === 'failed' || status === 'canceled';
      const facts = { refunds: { [id]: { amountMinor: amount, failed } } };
      return applyPaymentFacts(commerce, account, payment_intent, { facts, isClaim });
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id, payment_intent, status } = event.data.object;
      const outcome = DISPUTE_OUTCOMES.get(status);
      if (outcome === undefined) return;
      const facts = { disputes: { [id]: outcome } };
      return applyPaymentFacts(commerce, account, payment_intent, { facts, isClaim });
    }
  }
}

/**
 * Refunds and disputes name only the payment, and imply that it was paid. If they arrive before the session's own
 * events, the provider is asked for the session.
 */
async function applyPaymentFacts(
  commerce: CommerceContext,
  account: PaymentAccount,
  paymentIntentId: string | null,
  { facts, isClaim }: { facts: Partial<PaymentFacts>; isClaim: boolean },
): Promise<void> {
  if (paymentIntentId === null) return;
  const { resellerId, livemode } = account;
  const order = await commerce.orders
    .findOne({ paymentIntentId, resellerId, livemode }, { resellerId: 1, facts: 1 })
    .lean();
  const isKnown = order && (!isClaim || order.facts.paid || !(await isInDoubt(commerce, order)));
  if (isKnown) {
    await recordFacts(commerce, order, facts);
    return;
  }
  const session = await findSessionOfPayment(commerce, account, paymentIntentId);
  if (!session) return;
  await applySession(commerce, account, session, isClaim && !isPaid(session) ? {} : { facts });
}
