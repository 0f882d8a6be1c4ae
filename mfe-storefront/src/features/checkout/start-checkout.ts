import {
  createMainCheckout as main,
  createResellerProductCheckout as product,
  createResellerCheckout as rights,
} from '@leadping/contracts/endpoints/commerce/checkout';
import { call, type InputOf } from '@leadping/web-kit/api/call';
import type { CheckoutTerms } from './checkout-store.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { cancelUrl, parentHeader, successUrl } from './return-urls.ts';

/** The reply of a checkout call, with a message instead of the URL if no session was created. */
export interface CheckoutReply {
  url?: string;
  message?: string;
}

/** A double click sends the same key twice, so that the server creates one session. */
async function once<Body extends object>(
  path: string,
  body: Body,
  send: (body: Body, headers: InputOf<typeof main>['headers']) => Promise<CheckoutReply>,
): Promise<CheckoutReply> {
  const key = idempotencyKey(path, body);
  try {
    return await send(body, { 'idempotency-key': key.value, ...parentHeader() });
  } catch (error) {
    key.forget();
    throw (error as Error).message ? error : new Error('Checkout failed');
  }
}

/** Starts the purchase of the product from the platform, or from the reseller whose slug is given. */
export function startProductCheckout(
  slug: string | undefined,
  terms: CheckoutTerms = {},
): Promise<CheckoutReply> {
  const urls = { successUrl: successUrl('/success'), cancelUrl: cancelUrl(slug), ...terms };
  if (slug === undefined) return once(main.path, urls, (body, headers) => call(main, { body, headers }));
  return once(product.path, { resellerId: slug, ...urls }, (body, headers) =>
    call(product, { body, headers }),
  );
}

export function startRightsCheckout(
  returnTo: '/success' | '/reseller-success',
  code?: string,
): Promise<CheckoutReply> {
  const urls = { successUrl: successUrl(returnTo), cancelUrl: cancelUrl(undefined), code };
  return once(rights.path, urls, (body, headers) => call(rights, { body, headers }));
}
