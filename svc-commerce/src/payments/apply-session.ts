import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import type { CheckoutSession, ProviderEvent } from '../payment-provider/payment-provider.ts';
import { isInDoubt } from './doubt.ts';
import { findSession } from './find-session.ts';
import { matchCheckout } from './match-checkout.ts';
import { recordSession, type PaymentReport } from './record-payment.ts';

/**
 * Records the state of a session in the order of its checkout.
 * @param claimedIn the kind of event in which a webhook brought it; absent if the provider itself was asked
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED or UNAVAILABLE if the provider must confirm it and cannot be asked
 */
export async function applySession(
  commerce: CommerceContext,
  account: PaymentAccount,
  session: CheckoutSession,
  report: PaymentReport,
  claimedIn?: ProviderEvent['kind'],
): Promise<void> {
  const found = await matchCheckout(commerce, account, session);
  if ('checkout' in found) {
    const isClaim = claimedIn !== undefined && session.isPaid;
    if (isClaim && (await isInDoubt(commerce, found.checkout, claimedIn, session.amounts))) {
      return applyConfirmed(commerce, account, found.checkout, session, report);
    }
    await recordSession(commerce, found.checkout, session, report);
    return;
  }
  // Other products are sold on the same account every day. A session that names our checkout but differs is suspicious.
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

/** Session fields that only the provider can confirm. */
const UNKNOWN = {
  isPaid: false,
  amounts: null,
  paymentId: null,
  customer: { email: '', name: null, businessName: null, taxId: null },
} as const;

/**
 * Uses the provider's state instead of the webhook's. While the provider cannot be asked, the order is pending and the
 * webhook is refused.
 */
async function applyConfirmed(
  commerce: CommerceContext,
  account: PaymentAccount,
  checkout: CheckoutDocument,
  session: CheckoutSession,
  report: PaymentReport,
): Promise<void> {
  const { orders, clock } = commerce;
  const unpaid = { _id: checkout._id, 'facts.paid': false };
  const data = { sessionId: session.id, orderId: checkout._id, resellerId: account.resellerId };
  let confirmed: CheckoutSession | null;
  try {
    confirmed = await findSession(commerce, account, session.id);
  } catch (error) {
    await recordSession(commerce, checkout, { ...session, ...UNKNOWN }, {});
    await orders.updateOne(
      { ...unpaid, unconfirmedAt: null },
      { $set: { unconfirmedAt: new Date(clock.now()) } },
    );
    commerce.record({
      level: 'warning',
      category: 'stripe',
      message: 'Payment not confirmed yet: Stripe did not answer for this reseller',
      nextStep:
        'The order stays pending and is checked again. If it stays so, look the session up in Stripe.',
      data,
    });
    throw error;
  }
  if (confirmed?.status === 'complete' && confirmed.isPaid) {
    return applySession(commerce, account, confirmed, report);
  }
  await orders.updateOne(unpaid, { $unset: { unconfirmedAt: 1 } });
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Payment not accepted: a signed webhook reports it, and Stripe has no such payment',
    nextStep:
      'Somebody with the webhook secret of this reseller signs false events. Check the licenses they sold.',
    data,
  });
}
