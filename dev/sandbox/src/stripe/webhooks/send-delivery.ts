import { performance } from 'node:perf_hooks';
import { nowInSeconds } from '../../clock.ts';
import type { StripeEvent } from '../objects/types.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { signPayload } from './sign.ts';

const SHOWN_OF_ANSWER = 2_000;

/** Makes one attempt as Stripe does: a signed POST without redirects. The reply's status decides. */
export async function sendDelivery(
  delivery: Delivery,
  event: StripeEvent,
  secret: string,
  timeoutMs: number,
  stopped: AbortSignal,
): Promise<DeliveryAttempt> {
  const payload = JSON.stringify(event, null, 2);
  const key = delivery.isWronglySigned ? `${secret}-wrong` : secret;
  const signature = signPayload(payload, key, nowInSeconds() - delivery.signedSecondsAgo);
  const at = new Date().toISOString();
  const started = performance.now();
  const result = await post(
    delivery.url,
    payload,
    signature,
    AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
  );
  return { at, durationMs: Math.round(performance.now() - started), ...result };
}

async function post(
  url: string,
  body: string,
  signature: string,
  signal: AbortSignal,
): Promise<Pick<DeliveryAttempt, 'status' | 'error' | 'response'>> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      signal,
    });
    const response = (await answer.text()).slice(0, SHOWN_OF_ANSWER);
    return { status: answer.status, error: null, response };
  } catch (error) {
    return { status: null, error: reasonOf(error), response: '' };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
