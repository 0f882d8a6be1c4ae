import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';
import { isKeyRefused } from '../payment-provider/provider-failure.ts';
import { findSecretKeys } from './find-secret-keys.ts';

interface Answers {
  session: CheckoutSession | null;
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
  paymentId: string,
): Promise<CheckoutSession | null> {
  const { session, failures } = await askWithEachKey(commerce, account, (secretKey) =>
    commerce.paymentProvider.findSessionOfPayment(secretKey, paymentId),
  );
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
export async function findSession(
  commerce: CommerceContext,
  account: PaymentAccount,
  sessionId: string,
): Promise<CheckoutSession | null> {
  const { session, failures, hasKeys } = await askWithEachKey(commerce, account, (secretKey) =>
    commerce.paymentProvider.findSession(secretKey, sessionId),
  );
  if (session) return session;
  if (failures[0]) throw failures[0].error as Error;
  if (!hasKeys) throw new DomainError('UNAVAILABLE', 'This account has no payment key.');
  return null;
}

async function askWithEachKey(
  commerce: CommerceContext,
  account: PaymentAccount,
  ask: (secretKey: string) => Promise<CheckoutSession | null>,
): Promise<Answers> {
  const failures: Answers['failures'] = [];
  const keys = await findSecretKeys(commerce, account);
  const hasKeys = keys.length > 0;
  for (const { secretKey, isCurrent } of keys) {
    try {
      const session = await ask(secretKey);
      if (session) return { session, failures, hasKeys };
    } catch (error) {
      failures.push({ error, isCurrent });
    }
  }
  return { session: null, failures, hasKeys };
}
