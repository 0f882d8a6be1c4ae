import type Stripe from 'stripe';
import type { CheckoutSession } from '../payment-provider.ts';
import { findAtStripe } from './call-stripe.ts';
import { ProviderSession } from './provider-objects.ts';
import { readSession } from './read-session.ts';

export async function findSession(stripe: Stripe, sessionId: string): Promise<CheckoutSession | null> {
  return parseSession(await findAtStripe(() => stripe.checkout.sessions.retrieve(sessionId)));
}

export async function findSessionOfPayment(
  stripe: Stripe,
  paymentId: string,
): Promise<CheckoutSession | null> {
  const page = await findAtStripe(() =>
    stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
  );
  return parseSession(page?.data[0]);
}

function parseSession(found: unknown): CheckoutSession | null {
  return found ? readSession(ProviderSession.parse(found)) : null;
}
