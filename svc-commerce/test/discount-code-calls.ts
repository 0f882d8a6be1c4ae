import { expect } from '@jest/globals';
import { INVALID_CODE } from '@leadping/contracts/commerce/discount-code';
import type { DiscountCode, DiscountCodes } from '@leadping/contracts/commerce/discount-code-routes';
import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { randomKeys, type Shop } from './shop.ts';

export const PRODUCT = '/api/create-reseller-product-checkout';
export const OWN = '/api/resellers/discount-codes';
export const URLS = { successUrl: 'http://localhost:8080/success', cancelUrl: 'http://localhost:8080/' };

/** The reply to a checkout with a code that cannot be used. */
export const REFUSED = {
  status: 400,
  body: { code: 'DISCOUNT_CODE_INVALID', message: INVALID_CODE, field: 'code' },
};

export const randomCode = () => `C-${randomBytes(6).toString('hex')}`.toUpperCase();

/** Sellers who create codes and sell with them, for tests of discount codes. */
export function discountCodeCalls(shop: Shop) {
  const stripeOf = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port: shop.sandbox.port, protocol: 'http', maxNetworkRetries: 0 });

  async function openSeller(fields: object = {}, keys = randomKeys()) {
    const { _id, slugs } = await shop.addReseller({ productPrice: 10_000, currency: 'EUR', ...fields }, keys);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: _id }, path, options);
    const create = (json: object) => as(OWN, { json: { code: randomCode(), ...json } });
    const made = async (json: object) => {
      const reply = await create(json);
      expect(reply).toMatchObject({ status: 201 });
      return reply.body as DiscountCode;
    };
    const list = async () => (await as(OWN)).body as DiscountCodes;
    const end = (id: string) => as(`${OWN}/${id}/end`, { method: 'POST' });
    const tryCode = (code: string | null) => shop.call(PRODUCT, { json: { resellerId: _id, ...URLS, code } });
    const checkOut = (code: string) => shop.checkOut(PRODUCT, { resellerId: _id, code });
    const deliver = (event: object) =>
      shop.deliver(event, { path: `/api/stripe-webhook/reseller/${_id}`, secret: keys.webhookSecret });
    const completed = async (sessionId: string) => {
      const events = await shop.eventsOf(keys.secretKey);
      const found = events.find(
        ({ type, data }) =>
          type === 'checkout.session.completed' && (data.object as { id: string }).id === sessionId,
      );
      if (!found) throw new Error(`no event of ${sessionId}`);
      return found;
    };
    const buy = async (code: string) => {
      const sessionId = await checkOut(code);
      await shop.pay(sessionId);
      expect((await deliver(await completed(sessionId))).status).toBe(200);
      return sessionId;
    };
    const stripe = stripeOf(keys.secretKey);
    return {
      _id,
      slug: slugs[0],
      keys,
      stripe,
      as,
      create,
      made,
      list,
      end,
      tryCode,
      checkOut,
      deliver,
      completed,
      buy,
    };
  }
  return { openSeller, stripeOf };
}
export type Seller = Awaited<ReturnType<ReturnType<typeof discountCodeCalls>['openSeller']>>;
