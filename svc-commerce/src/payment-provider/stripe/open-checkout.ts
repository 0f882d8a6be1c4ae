import { INVALID_CODE } from '@leadping/contracts/commerce/discount-code';
import { DomainError } from '@leadping/service-kit/domain-error';
import type Stripe from 'stripe';
import type { NewCheckout } from '../payment-provider.ts';
import { isStripeError, translateFailure } from './call-stripe.ts';
import { sessionParams } from './session-params.ts';

export async function openCheckout(
  stripe: Stripe,
  { checkoutId, productType, ...checkout }: NewCheckout,
): Promise<{ sessionId: string; url: string }> {
  const ids = { checkoutId, productType };
  const params = {
    ...sessionParams(checkout),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkoutId,
    metadata: { ...ids, terms: checkout.sealedTerms },
    payment_intent_data: { metadata: ids },
  };
  const { id: sessionId, url } = await stripe.checkout.sessions
    .create(params, { idempotencyKey: `checkout-${checkoutId}` })
    .catch((error: unknown) => {
      if (checkout.discount && isDiscountRefused(error)) {
        throw new DomainError('DISCOUNT_CODE_INVALID', INVALID_CODE, { field: 'code' });
      }
      throw translateFailure(error);
    });
  if (!url) throw new DomainError('PAYMENT_PROVIDER_FAILED', 'No checkout URL received');
  return { sessionId, url };
}

/** The code ended a moment ago, or the price has changed so that too little is left to pay. */
function isDiscountRefused(error: unknown): boolean {
  if (!isStripeError(error)) return false;
  const { code, param } = error;
  return code === 'coupon_expired' || code === 'amount_too_small' || param?.startsWith('discounts') === true;
}
