import type StripeClient from 'stripe';
import type { AccountState, WebhookEndpoint } from '../payment-provider.ts';
import { isStripeError } from './call-stripe.ts';
import { PAYMENT_EVENTS } from './provider-objects.ts';
import { Stripe } from './stripe.ts';

const MAX_ENDPOINTS = 100;

export async function checkAccount(stripe: StripeClient, timeoutMs?: number): Promise<AccountState> {
  const limits = timeoutMs === undefined ? {} : { timeout: timeoutMs, maxNetworkRetries: 0 };
  try {
    await stripe.balance.retrieve({}, limits);
    return 'accepted';
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'restricted';
    if (error instanceof Stripe.errors.StripeAuthenticationError) return 'rejected';
    return 'unanswered';
  }
}

export async function listEndpoints(stripe: StripeClient): Promise<WebhookEndpoint[] | null> {
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS });
    return data.map(readEndpoint);
  } catch (error) {
    if (isStripeError(error)) return null;
    throw error;
  }
}

function readEndpoint({ url, status, enabled_events }: StripeClient.WebhookEndpoint): WebhookEndpoint {
  const subscribed = new Set<string>(enabled_events);
  const isMissing = (event: string) => !subscribed.has('*') && !subscribed.has(event);
  return {
    url,
    isEnabled: status === 'enabled',
    missingEvents: PAYMENT_EVENTS.filter(isMissing),
    reportsCheckouts: !isMissing('checkout.session.completed'),
  };
}
