import type { CommerceContext } from '../context.ts';
import { callStripe, isKeyRefused } from '../payment-accounts/stripe-clients.ts';
import type { ProviderSession } from './provider-objects.ts';

/**
 * When a session was paid that was looked up before its event came: a session does not say, its charge does. Undefined
 * where the session is unpaid or a restricted key may not read charges.
 * @throws {DomainError} UNAVAILABLE
 */
export async function findPaidAt(
  commerce: Pick<CommerceContext, 'stripe'>,
  secretKey: string,
  { payment_status, payment_intent }: ProviderSession,
): Promise<Date | undefined> {
  if (payment_status === 'unpaid' || payment_intent === null) return undefined;
  try {
    const { data } = await callStripe(() =>
      commerce.stripe(secretKey).charges.list({ payment_intent, limit: 1 }),
    );
    return data[0] && new Date(data[0].created * 1000);
  } catch (error) {
    if (isKeyRefused(error)) return undefined;
    throw error;
  }
}
