import { DomainError } from '@leadping/service-kit/domain-error';
import type Stripe from 'stripe';
import type { NewCheckout } from '../payment-provider.ts';
import { callStripe } from './call-stripe.ts';
import { sessionParams } from './session-params.ts';

export async function openCheckout(
  stripe: Stripe,
  { checkoutId, productType, ...checkout }: NewCheckout,
): Promise<{ sessionId: string; url: string }> {
  const ids = { checkoutId, productType };
  const { id: sessionId, url } = await callStripe(() =>
    stripe.checkout.sessions.create(
      {
        ...sessionParams(checkout),
        success_url: checkout.successUrl,
        cancel_url: checkout.cancelUrl,
        client_reference_id: checkoutId,
        metadata: { ...ids, terms: checkout.sealedTerms },
        payment_intent_data: { metadata: ids },
      },
      { idempotencyKey: `checkout-${checkoutId}` },
    ),
  );
  if (!url) throw new DomainError('PAYMENT_PROVIDER_FAILED', 'No checkout URL received');
  return { sessionId, url };
}
