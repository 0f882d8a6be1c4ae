import type { Log } from '@leadping/service-kit/telemetry/log';
import type StripeClient from 'stripe';
import type { Sale, TrialResult } from '../payment-provider.ts';
import { isStripeError, isTemporary } from './call-stripe.ts';
import { sessionParams } from './session-params.ts';
import { Stripe } from './stripe.ts';

/** Stripe accepts half an hour and more. */
const TRIAL_SESSION_SECONDS = 3600;

export async function tryCheckout(
  { checkout: { sessions } }: StripeClient,
  log: Log,
  sale: Sale,
  returnUrl: string,
): Promise<TrialResult> {
  try {
    const session = await sessions.create({
      ...sessionParams(sale),
      success_url: returnUrl,
      cancel_url: returnUrl,
      // Expires automatically if the call below fails to expire it.
      expires_at: Math.ceil(Date.now() / 1000) + TRIAL_SESSION_SECONDS,
    });
    await sessions.expire(session.id).catch((error: unknown) => {
      log.warn({ err: error }, 'trial checkout session not expired');
    });
    return { state: 'opened' };
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (isTemporary(error)) return { state: 'unanswered' };
    const lacksPermission = error instanceof Stripe.errors.StripePermissionError;
    return { state: 'refused', reason: error.message, lacksPermission };
  }
}
