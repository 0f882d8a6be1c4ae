import type { HealthCheck } from '@leadping/contracts/commerce/payment-health-routes';
import type { Money } from '@leadping/contracts/money';
import { sessionParams } from '../checkouts/session-params.ts';
import type { CommerceContext } from '../context.ts';
import { Stripe } from '../payment-accounts/stripe.ts';
import { isTemporary } from '../payment-accounts/stripe-clients.ts';

/** Stripe accepts half an hour and more. */
const TRIAL_SESSION_SECONDS = 3600;

export const STRIPE_SILENT = {
  state: 'unknown',
  finding: 'Stripe did not reply.',
  fix: 'Try again in a minute; status.stripe.com shows outages.',
} as const;

/** Opens a payment page as a buyer's click does, and expires it at once: what Stripe refuses is known before anybody buys. */
export async function checkCheckout(
  { stripe, config, log }: CommerceContext,
  secretKey: string,
  money: Money,
): Promise<HealthCheck> {
  const id = 'checkout';
  const { sessions } = stripe(secretKey).checkout;
  try {
    const session = await sessions.create({
      ...sessionParams('main_product', money),
      success_url: config.PUBLIC_URL,
      cancel_url: config.PUBLIC_URL,
      // Expires automatically if the call below fails to expire it.
      expires_at: Math.ceil(Date.now() / 1000) + TRIAL_SESSION_SECONDS,
    });
    await sessions.expire(session.id).catch((error: unknown) => {
      log.warn({ err: error }, 'trial checkout session not expired');
    });
    return { id, state: 'ok', finding: 'Stripe opens the payment page.', fix: null };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isTemporary(error)) return { id, ...STRIPE_SILENT };
    return {
      id,
      state: 'failed',
      finding: `Stripe refuses to open the payment page: ${error.message}`,
      fix:
        error instanceof Stripe.errors.StripePermissionError
          ? 'In Developers > API keys, let this key write Checkout Sessions.'
          : 'Change what Stripe names in your Stripe dashboard, then check again.',
    };
  }
}
