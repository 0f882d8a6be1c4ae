import type { CommerceContext } from '../context.ts';
import type { DisputeOutcome, PaymentFacts } from '../orders/payment-facts.ts';
import { recordFacts, recordSession, type PaymentReport } from './record-payment.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { matchCheckout } from './match-checkout.ts';
import { ProviderSession, type PaymentEvent } from './provider-objects.ts';
import { callStripe, isKeyRefused, isUnknownThere } from '../payment-accounts/stripe-clients.ts';

/** What each status of a dispute means for the order. The others, such as those of an appeal, change nothing. */
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
 * Applies one event of a payment account, from its webhook or from the reconcile job. Returns once what it reports is
 * durably kept, or is known to be none of ours. Any order and any number of deliveries ends in the same state.
 */
export async function applyEvent(
  commerce: CommerceContext,
  account: PaymentAccount,
  event: PaymentEvent,
): Promise<void> {
  const { type } = event;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return applySession(commerce, account, event.data.object, { paidAt: new Date(event.created * 1000) });
    case 'checkout.session.async_payment_failed':
      return applySession(commerce, account, event.data.object, { facts: { failed: true } });
    case 'charge.refunded': {
      const charge = event.data.object;
      return applyPaymentFacts(commerce, account, charge.payment_intent, {
        refundedMinor: charge.amount_refunded,
      });
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { id, payment_intent, amount, status } = event.data.object;
      const failed = status === 'failed' || status === 'canceled';
      return applyPaymentFacts(commerce, account, payment_intent, {
        refunds: { [id]: { amountMinor: amount, failed } },
      });
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id, payment_intent, status } = event.data.object;
      const outcome = DISPUTE_OUTCOMES.get(status);
      if (outcome === undefined) return;
      return applyPaymentFacts(commerce, account, payment_intent, { disputes: { [id]: outcome } });
    }
  }
}

export async function applySession(
  commerce: CommerceContext,
  account: PaymentAccount,
  session: ProviderSession,
  report: PaymentReport,
): Promise<void> {
  const found = await matchCheckout(commerce, account, session);
  if ('checkout' in found) {
    await recordSession(commerce, found.checkout, session, report);
    return;
  }
  // Other products are sold on the same account every day; a session that names our checkout and differs is worth a look.
  if (found.mismatch !== 'unknown') {
    commerce.record({
      level: 'warning',
      category: 'stripe',
      message: 'Payment not accepted: it differs from the checkout that we started',
      nextStep:
        'No order was created. Look the session up in Stripe, and refund it if a customer paid by mistake.',
      data: { sessionId: session.id, reason: found.mismatch, resellerId: account.resellerId },
    });
  }
}

/** Refunds and disputes name the payment only. Received before the session's own events, the provider is asked for the session. */
async function applyPaymentFacts(
  commerce: CommerceContext,
  account: PaymentAccount,
  paymentIntentId: string | null,
  facts: Partial<PaymentFacts>,
): Promise<void> {
  if (paymentIntentId === null) return;
  const { resellerId, livemode } = account;
  const order = await commerce.orders
    .findOne({ paymentIntentId, resellerId, livemode }, { resellerId: 1 })
    .lean();
  if (order) {
    await recordFacts(commerce, order, facts);
    return;
  }
  const session = await findSession(commerce, account, paymentIntentId);
  if (session) await applySession(commerce, account, session, { facts });
}

/**
 * The session of a payment, looked up with each key of the account: the payment may belong to the one before.
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED or UNAVAILABLE where no key knows it and one failed, unless it is a former
 * one that was revoked
 */
async function findSession(
  commerce: CommerceContext,
  account: PaymentAccount,
  paymentIntentId: string,
): Promise<ProviderSession | null> {
  let failure: unknown;
  for (const { secretKey, isCurrent } of await findSecretKeys(commerce, account)) {
    try {
      const { data } = await callStripe(() =>
        commerce.stripe(secretKey).checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
      );
      if (data[0]) return ProviderSession.parse(data[0]);
    } catch (error) {
      if (isUnknownThere(error)) continue;
      if (isCurrent || !isKeyRefused(error)) failure ??= error;
    }
  }
  if (failure !== undefined) throw failure as Error;
  return null;
}
