import { DomainError } from '@leadping/service-kit/domain-error';
import type Stripe from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { callStripe, isKeyRefused, isUnknownThere } from '../payment-accounts/stripe-clients.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { ProviderSession } from './provider-objects.ts';

interface Answers {
  session: ProviderSession | null;
  failures: { error: unknown; isCurrent: boolean }[];
  hasKeys: boolean;
}

/**
 * The session of a payment, looked up with each key of the account, because the payment may belong to a former key.
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED or UNAVAILABLE if no key finds it and a key failed; a revoked former
 * key does not count
 */
export async function findSessionOfPayment(
  commerce: CommerceContext,
  account: PaymentAccount,
  paymentIntentId: string,
): Promise<ProviderSession | null> {
  const { session, failures } = await askWithEachKey(commerce, account, async (stripe) => {
    const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
    return data[0];
  });
  if (session) return session;
  const failure = failures.find(({ error, isCurrent }) => isCurrent || !isKeyRefused(error));
  if (failure) throw failure.error as Error;
  return null;
}

/**
 * The provider's current state of a session; null if every key works and none finds it.
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED or UNAVAILABLE if it may belong to a key that failed, or the account
 * has no key
 */
export async function retrieveSession(
  commerce: CommerceContext,
  account: PaymentAccount,
  sessionId: string,
): Promise<ProviderSession | null> {
  const { session, failures, hasKeys } = await askWithEachKey(commerce, account, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId),
  );
  if (session) return session;
  if (failures[0]) throw failures[0].error as Error;
  if (!hasKeys) throw new DomainError('UNAVAILABLE', 'This account has no payment key.');
  return null;
}

async function askWithEachKey(
  commerce: CommerceContext,
  account: PaymentAccount,
  ask: (stripe: Stripe) => Promise<unknown>,
): Promise<Answers> {
  const failures: Answers['failures'] = [];
  const keys = await findSecretKeys(commerce, account);
  const hasKeys = keys.length > 0;
  for (const { secretKey, isCurrent } of keys) {
    try {
      const found = await callStripe(() => ask(commerce.stripe(secretKey)));
      if (found) return { session: ProviderSession.parse(found), failures, hasKeys };
    } catch (error) {
      if (!isUnknownThere(error)) failures.push({ error, isCurrent });
    }
  }
  return { session: null, failures, hasKeys };
}
