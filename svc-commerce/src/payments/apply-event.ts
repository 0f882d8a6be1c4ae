import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import type { ProviderEvent } from '../payment-provider/payment-provider.ts';
import { applySession } from './apply-session.ts';
import { isInDoubt } from './doubt.ts';
import { findSessionOfPayment } from './find-session.ts';
import { recordFacts } from './record-payment.ts';

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
  event: ProviderEvent,
  { isClaim }: { isClaim: boolean },
): Promise<void> {
  switch (event.kind) {
    case 'checkout-completed':
    case 'late-payment-succeeded':
    case 'late-payment-failed': {
      const report =
        event.kind === 'late-payment-failed' ? { facts: { failed: true } } : { paidAt: event.at };
      return applySession(commerce, account, event.session, report, isClaim ? event.kind : undefined);
    }
    case 'payment-changed':
      return applyChange(commerce, account, event, { isClaim });
  }
}

/**
 * Refunds and disputes name only the payment, and imply that it was paid. If they arrive before the session's own
 * events, the provider is asked for the session.
 */
async function applyChange(
  commerce: CommerceContext,
  account: PaymentAccount,
  { paymentId, facts }: Extract<ProviderEvent, { kind: 'payment-changed' }>,
  { isClaim }: { isClaim: boolean },
): Promise<void> {
  const { resellerId, livemode } = account;
  const order = await commerce.orders
    .findOne({ paymentIntentId: paymentId, resellerId, livemode }, { resellerId: 1, facts: 1 })
    .lean();
  const isKnown = order && (!isClaim || order.facts.paid || !(await isInDoubt(commerce, order)));
  if (isKnown) {
    await recordFacts(commerce, order, facts);
    return;
  }
  const session = await findSessionOfPayment(commerce, account, paymentId);
  if (!session) return;
  await applySession(commerce, account, session, isClaim && !session.isPaid ? {} : { facts });
}
