import type {
  createMainCheckout,
  createResellerCheckout,
  createResellerProductCheckout,
} from '@leadping/contracts/commerce/checkout-routes';
import { call, endpoint } from '@leadping/web-kit/api/call';
import { idempotencyKey } from './idempotency-key.ts';
import { cancelUrl, parentHeader, successUrl } from './return-urls.ts';

const main = endpoint<typeof createMainCheckout>('POST', '/api/create-main-checkout');
const product = endpoint<typeof createResellerProductCheckout>(
  'POST',
  '/api/create-reseller-product-checkout',
);
const rights = endpoint<typeof createResellerCheckout>('POST', '/api/create-reseller-checkout');

/** What a checkout call answers: a message in the place of the address when no session was made. */
export interface CheckoutAnswer {
  url?: string;
  message?: string;
}

/** A double click sends the same key twice, and the server makes one session of it. */
async function once<Body extends object>(
  path: string,
  body: Body,
  send: (body: Body, headers: Record<string, string>) => Promise<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const key = idempotencyKey(path, body);
  try {
    return await send(body, { 'Idempotency-Key': key.value, ...parentHeader() });
  } catch (error) {
    key.forget();
    throw error;
  }
}

/** Starts the purchase of the product: from the platform, or from the reseller of the page under their slug. */
export function startProductCheckout(slug: string | undefined): Promise<CheckoutAnswer> {
  const urls = { successUrl: successUrl('/success'), cancelUrl: cancelUrl(slug) };
  if (slug === undefined) return once(main.path, urls, (body, headers) => call(main, { body }, { headers }));
  return once(product.path, { resellerId: slug, ...urls }, (body, headers) =>
    call(product, { body }, { headers }),
  );
}

/** Starts the purchase of reseller rights. */
export function startRightsCheckout(returnTo: '/success' | '/reseller-success'): Promise<CheckoutAnswer> {
  const urls = { successUrl: successUrl(returnTo), cancelUrl: cancelUrl(undefined) };
  return once(rights.path, urls, (body, headers) => call(rights, { body }, { headers }));
}
