import type { CommerceContext } from '../context.ts';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import { restoreCheckout } from '../checkouts/session-terms.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { isSameAccount, type PaymentAccount } from '../payment-accounts/account.ts';
import { isPaymentOf } from '../orders/amounts.ts';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';

/** Why a session of the provider is not ours. */
export type MismatchReason =
  'unknown' | 'other-account' | 'other-session' | 'other-amount' | 'other-currency';

/**
 * Finds the checkout of a session. The session must match our own record: account, mode, currency, and the price before
 * discount and tax. Any other
 * session on the account is not ours. A lost record is restored from the sealed terms that the session carries.
 */
export async function matchCheckout(
  commerce: CommerceContext,
  account: PaymentAccount,
  session: CheckoutSession,
): Promise<{ checkout: CheckoutDocument } | { mismatch: MismatchReason }> {
  const { checkouts } = commerce;
  const { checkoutId, sealedTerms } = session;
  const known = checkoutId ? await checkouts.findById(checkoutId).lean() : null;
  const checkout =
    known ?? (checkoutId && sealedTerms ? await restoreCheckout(commerce, checkoutId, sealedTerms) : null);
  if (!checkout) return { mismatch: 'unknown' };
  if (!isSameAccount(checkout, account) || session.livemode !== account.livemode) {
    return { mismatch: 'other-account' };
  }
  if (!session.amounts || !isPaymentOf(session.amounts, checkout.money.amountMinor)) {
    return { mismatch: 'other-amount' };
  }
  if (session.currency !== checkout.money.currency) return { mismatch: 'other-currency' };
  if (checkout.sessionId === session.id) return { checkout };
  // The process died between the provider's reply and storing the session id. The first session that names this
  // checkout is used.
  if (checkout.sessionId === undefined && (await adoptSession(checkouts, checkout._id, session.id))) {
    return { checkout: { ...checkout, sessionId: session.id } };
  }
  return { mismatch: 'other-session' };
}

async function adoptSession(
  checkouts: CommerceContext['checkouts'],
  checkoutId: string,
  sessionId: string,
): Promise<boolean> {
  try {
    await checkouts.updateOne({ _id: checkoutId, sessionId: null }, { $set: { sessionId } });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return (await checkouts.exists({ _id: checkoutId, sessionId })) !== null;
}
