import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { INVALID_CODE } from '@leadping/contracts/commerce/discount-code';
import type { DiscountCode, DiscountCodes } from '@leadping/contracts/commerce/discount-code-routes';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const RIGHTS = '/api/create-reseller-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const ADMIN = '/api/admin/discount-codes';
const OWN = '/api/resellers/discount-codes';
const URLS = { successUrl: 'http://localhost:8080/success', cancelUrl: 'http://localhost:8080/' };

jest.setTimeout(120_000);

let shop: Shop;
let published: { orderId: string; purchase?: { discountCode?: string | undefined } | undefined }[];
beforeAll(async () => {
  shop = await openShop();
  published = await shop.fakeService.collect(orderPaid);
});
afterAll(() => shop.close());

const randomCode = () => `C-${randomBytes(6).toString('hex')}`.toUpperCase();
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
type Seller = Awaited<ReturnType<typeof openSeller>>;

const REFUSED = {
  status: 400,
  body: { code: 'DISCOUNT_CODE_INVALID', message: INVALID_CODE, field: 'code' },
};

describe('the discount codes of a seller', () => {
  it('are created, listed with their uses and link, and ended', async () => {
    const seller = await openSeller();
    expect(await seller.list()).toEqual({
      state: 'ready',
      codes: [],
      isTest: false,
      currency: 'EUR',
      hasOlder: false,
    });
    const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000).toISOString();
    const made = await seller.made({ code: 'spring-20', percent: 20, maxUses: 5, expiresAt });
    expect(made).toMatchObject({
      code: 'SPRING-20',
      productType: 'main_product',
      percent: 20,
      amount: null,
      state: 'active',
      uses: 0,
      maxUses: 5,
      expiresAt,
      link: `http://localhost:8080/r/${seller.slug}?code=SPRING-20`,
    });
    await seller.buy('Spring-20');
    const fixed = await seller.made({ amount: '12.50' });
    expect(fixed).toMatchObject({ percent: null, amount: '12.50', currency: 'EUR' });
    expect((await seller.list()).codes).toMatchObject([
      { code: fixed.code, uses: 0 },
      { code: 'SPRING-20', uses: 1 },
    ]);
    expect(await seller.end(made.id)).toMatchObject({ status: 200, body: { state: 'ended' } });
    expect(await seller.end(made.id)).toMatchObject({ status: 200, body: { state: 'ended' } });
    expect((await seller.list()).codes[1]).toMatchObject({ state: 'ended', uses: 1 });
  });

  it('of the platform are for the product that they were made for, in its current mode', async () => {
    const create = async (json: object) =>
      (await shop.asAdmin(ADMIN, { json: { code: randomCode(), percent: 50, ...json } }))
        .body as DiscountCode;
    const license = await create({});
    const rights = await create({ productType: 'reseller_rights' });
    expect(license.link).toBe(`http://localhost:8080/?code=${license.code}`);
    expect(rights.link).toBe(`http://localhost:8080/reseller-program?code=${rights.code}`);
    expect((await shop.asAdmin(ADMIN)).body).toMatchObject({
      isTest: true,
      codes: [{ code: rights.code }, { code: license.code }],
    });
    const session = await stripeOf(shop.platformKey).checkout.sessions.retrieve(
      await shop.checkOut(RIGHTS, { code: rights.code }),
    );
    expect(session.amount_total).toBe(24_850);
    expect(await shop.call(RIGHTS, { json: { ...URLS, code: license.code } })).toMatchObject(REFUSED);
    expect(await shop.call(MAIN, { json: { ...URLS, code: rights.code } })).toMatchObject(REFUSED);
    expect((await shop.call(MAIN, { json: { ...URLS, code: license.code } })).status).toBe(200);
  });

  it.each([
    ['leaves less than the smallest payment', {}, { amount: '99.60' }, 'amount', /leave €0\.40 of €100\.00/],
    ['leaves too little of a low price', { productPrice: 80 }, { percent: 50 }, 'percent', /leave €0\.40/],
    ['leaves too few yen', { productPrice: 100, currency: 'JPY' }, { percent: 60 }, 'percent', /leave ¥40/],
    ['leaves too few crowns', { currency: 'SEK' }, { amount: '98.00' }, 'amount', /kr2\.00 SEK/],
    ['has decimals of yen', { currency: 'JPY' }, { amount: '10.50' }, 'amount', /amount in JPY/],
    ['takes off nothing', {}, { amount: '0' }, 'amount', /amount in EUR/],
    ['takes off nothing in percent', {}, { percent: 0 }, 'percent', /./],
    ['takes off more than everything', {}, { percent: 101 }, 'percent', /./],
    ['has both kinds', {}, { percent: 5, amount: '5' }, 'percent', /either/],
    ['has no discount', {}, {}, 'percent', /either/],
    ['is too short to be safe from guessing', {}, { code: 'ABC', percent: 5 }, 'code', /4 to 40/],
    ['has markup in it', {}, { code: '<b>SALE</b>', percent: 5 }, 'code', /letters, digits and dashes/],
    ['ended before it began', {}, { percent: 5, expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', /next/],
  ])(
    'are refused if the code %s, and nothing is left at Stripe',
    async (_name, fields, json, field, text) => {
      const seller = await openSeller(fields);
      const reply = await seller.create(json);
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', field } });
      expect((reply.body as { message: string }).message).toMatch(text);
      expect((await seller.stripe.coupons.list()).data).toEqual([]);
      expect((await seller.stripe.promotionCodes.list()).data).toEqual([]);
    },
  );

  it('may take off the whole price', async () => {
    const seller = await openSeller();
    expect((await seller.create({ percent: 100 })).status).toBe(201);
    expect((await seller.create({ amount: '150' })).status).toBe(201);
  });

  it('are refused in Stripe’s words if Stripe opens no payment page with them, and nothing is left', async () => {
    const seller = await openSeller({ tax: { mode: 'exclusive', collectTaxIds: false } });
    const reply = await seller.create({ percent: 10 });
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((reply.body as { message: string }).message).toContain('head office');
    expect((await seller.stripe.coupons.list()).data).toEqual([]);
  });

  it('have each text once among the active ones, in any case', async () => {
    const seller = await openSeller();
    const { id, code } = await seller.made({ percent: 10 });
    const again = { code: code.toLowerCase(), percent: 90 };
    expect(await seller.create(again)).toMatchObject({ status: 409, body: { field: 'code' } });
    expect((await seller.stripe.coupons.list()).data).toHaveLength(1);
    await seller.end(id);
    expect((await seller.create(again)).status).toBe(201);
  });

  it('need a key, and a key that may manage them', async () => {
    const { _id } = await shop.addReseller();
    const actor = { role: 'reseller', resellerId: _id } as const;
    expect((await shop.as(actor, OWN)).body).toMatchObject({ state: 'no-key', codes: [] });
    const json = { code: randomCode(), percent: 10 };
    expect((await shop.as(actor, OWN, { json })).status).toBe(409);

    const secretKey = `rk_live_readonly${randomBytes(6).toString('hex')}`;
    const seller = await openSeller({}, { ...randomKeys(), secretKey });
    const refused = await seller.create({ percent: 10 });
    expect(refused).toMatchObject({ status: 409 });
    expect((refused.body as { message: string }).message).toContain('Promotion Codes');
  });

  it('are the business of their seller alone', async () => {
    const [seller, other] = [await openSeller(), await openSeller()];
    const { id } = await seller.made({ percent: 10 });
    expect((await other.end(id)).status).toBe(404);
    expect((await shop.asAdmin(`${ADMIN}/${id}/end`, { method: 'POST' })).status).toBe(404);
    expect((await other.list()).codes).toEqual([]);
    expect((await seller.list()).codes).toMatchObject([{ state: 'active' }]);
  });

  it('leave codes of the account’s other products alone', async () => {
    const seller = await openSeller();
    const coupon = await seller.stripe.coupons.create({ percent_off: 90 });
    const foreign = await seller.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SHOES90',
    });
    expect((await seller.list()).codes).toEqual([]);
    expect((await seller.end(foreign.id)).status).toBe(404);
    expect(await seller.tryCode('SHOES90')).toMatchObject(REFUSED);
    expect((await seller.stripe.promotionCodes.retrieve(foreign.id)).active).toBe(true);
  });

  it('say that a new price made them unusable', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ amount: '60' });
    await shop.database
      .collection('resellers')
      .updateOne({ _id: seller._id as never }, { $set: { productPrice: 6010 } });
    expect((await seller.list()).codes).toMatchObject([{ state: 'unusable' }]);
    expect(await seller.tryCode(code)).toMatchObject(REFUSED);
  });
});

describe('a checkout with a discount code', () => {
  it('creates an order with code and discount in lists, files, webhooks and the event of the sale', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ percent: 15 });
    const sessionId = await seller.buy(code.toLowerCase());
    const amounts = { subtotal: '100.00', discount: '15.00', discountCode: code, tax: '0.00', net: '85.00' };
    expect((await seller.as('/api/resellers/orders')).body).toMatchObject([
      { status: 'completed', amount: '85.00', amounts },
    ]);
    const file = (await seller.as('/api/resellers/orders/export')).body as string;
    expect(file).toMatch(/,Net,Discount Code\r\n/);
    expect(file.trim()).toMatch(new RegExp(`,15\\.00,0\\.00,85\\.00,${code}$`));
    const order = await shop.order(sessionId);
    const status = await shop.call(`/api/checkout-status?session_id=${sessionId}`);
    expect(status.body).toMatchObject({ purchase: { amounts: { discountCode: code } } });
    await until(async () => published.some(({ orderId }) => orderId === order?._id));
    expect(published.find(({ orderId }) => orderId === order?._id)).toMatchObject({
      purchase: { discountCode: code },
    });
  });

  it('sells at the full price if the code is empty, null or absent', async () => {
    const seller = await openSeller();
    for (const code of [null, '', '  ']) expect((await seller.tryCode(code)).status).toBe(200);
  });

  it('is refused in the same words for every kind of invalid code, and starts nothing', async () => {
    const [seller, other] = [await openSeller(), await openSeller()];
    const ended = await seller.made({ percent: 10 });
    await seller.end(ended.id);
    const usedUp = await seller.made({ percent: 10, maxUses: 1 });
    await seller.buy(usedUp.code);
    const expired = await seller.made({ percent: 10, expiresAt: new Date(Date.now() + 2000).toISOString() });
    await until(async () => (await seller.list()).codes.some(({ state }) => state === 'expired'));
    const othersCode = await other.made({ percent: 90 });
    const [platforms] = [randomCode()];
    expect((await shop.asAdmin(ADMIN, { json: { code: platforms, percent: 90 } })).status).toBe(201);
    const before = await shop.database.collection('checkouts').countDocuments();
    const texts = [
      'UNKNOWN-1',
      ended.code,
      usedUp.code,
      expired.code,
      othersCode.code,
      platforms,
      '<script>alert(1)</script>',
      '"><img src=x>',
      'x',
      'A'.repeat(2000),
      '\u0000',
    ];
    for (const text of texts) {
      const { status, body } = await seller.tryCode(text);
      const { requestId: _id, ...error } = body as { requestId: string };
      expect({ text, status, error }).toEqual({ text, status: 400, error: REFUSED.body });
    }
    expect(await shop.database.collection('checkouts').countDocuments()).toBe(before);
    expect((await seller.list()).codes.map(({ code, state }) => [code, state])).toEqual([
      [expired.code, 'expired'],
      [usedUp.code, 'used-up'],
      [ended.code, 'ended'],
    ]);
  });

  it('needs another idempotency key than the same checkout without the code', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ percent: 10 });
    const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
    const start = (json: object) =>
      shop.call(PRODUCT, { json: { resellerId: seller._id, ...URLS, ...json }, headers });
    const first = await start({ code });
    expect(await start({ code })).toMatchObject({ status: 200, body: first.body });
    expect(await start({})).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  it('can be paid only as often as the code allows, however many pages are open and pay in parallel', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ percent: 50, maxUses: 2 });
    const sessions = await Promise.all(Array.from({ length: 8 }, () => seller.checkOut(code)));
    const results = await Promise.allSettled(sessions.map((id) => shop.pay(id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const [at, { status }] of results.entries()) {
      const sessionId = sessions[at] as string;
      if (status === 'fulfilled') await seller.deliver(await seller.completed(sessionId));
    }
    expect((await seller.as('/api/resellers/orders')).body).toHaveLength(2);
    expect((await seller.list()).codes).toMatchObject([{ state: 'used-up', uses: 2 }]);
    expect(await seller.tryCode(code)).toMatchObject(REFUSED);
  });

  it('is not paid once the seller has ended the code', async () => {
    const seller = await openSeller();
    const { id, code } = await seller.made({ percent: 50 });
    const sessionId = await seller.checkOut(code);
    await seller.end(id);
    await expect(shop.pay(sessionId)).rejects.toThrow('400');
  });

  it('is restored from the terms at Stripe with its code, also the longest one', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ code: 'A'.repeat(40), percent: 25 });
    const sessionId = await seller.checkOut(code);
    const { metadata } = await seller.stripe.checkout.sessions.retrieve(sessionId);
    expect(metadata?.terms?.length).toBeLessThanOrEqual(500);
    await shop.pay(sessionId);
    await shop.database.collection('checkouts').deleteOne({ sessionId });
    expect((await seller.deliver(await seller.completed(sessionId))).status).toBe(200);
    expect(await shop.order(sessionId)).toMatchObject({
      status: 'completed',
      discountCode: code,
      money: { amountMinor: 7500 },
    });
  });
});

describe('an order of nothing', () => {
  const countPublished = (orderId: string) => published.filter((event) => event.orderId === orderId).length;

  it('is a paid order that is published once, however often and by whomever it is reported', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ percent: 100 });
    const sessionId = await seller.buy(code);
    const event = await seller.completed(sessionId);
    await Promise.all(Array.from({ length: 5 }, () => seller.deliver(event)));
    await shop.call(`/api/checkout-status?session_id=${sessionId}`);
    await shop.reconcile();
    const order = await shop.order(sessionId);
    expect(order).toMatchObject({
      status: 'completed',
      money: { amountMinor: 0, currency: 'EUR' },
      paymentIntentId: null,
      discountCode: code,
    });
    await until(async () => countPublished(order?._id ?? '') > 0);
    expect(countPublished(order?._id ?? '')).toBe(1);
  });

  /** A completion that the webhook secret can sign. */
  const forged = async ({ deliver }: Seller, sessionId: string, fields: object) => {
    const checkout = await shop.database.collection('checkouts').findOne({ sessionId });
    const object = {
      object: 'checkout.session',
      id: sessionId,
      livemode: true,
      status: 'complete',
      payment_status: 'no_payment_required',
      amount_subtotal: 10_000,
      amount_total: 0,
      total_details: { amount_discount: 10_000, amount_shipping: 0, amount_tax: 0 },
      currency: 'eur',
      payment_intent: null,
      metadata: { checkoutId: String(checkout?._id) },
      customer_details: { email: 'forger@example.com', name: null },
      ...fields,
    };
    const created = Math.floor(Date.now() / 1000);
    const id = `evt_${randomBytes(8).toString('hex')}`;
    const type = 'checkout.session.completed';
    return deliver({ id, object: 'event', livemode: true, created, type, data: { object } });
  };

  it.each([
    ['with the seller’s own code', 100, {}],
    ['without a code', null, {}],
    [
      'of a discount without a code',
      null,
      {
        payment_status: 'paid',
        amount_total: 100,
        total_details: { amount_discount: 9900, amount_shipping: 0, amount_tax: 0 },
        payment_intent: 'pi_forged',
      },
    ],
  ])('is not believed from a forged completion %s', async (_name, percent, fields) => {
    const seller = await openSeller();
    const code = percent === null ? '' : (await seller.made({ percent })).code;
    const sessionId = await seller.checkOut(code);
    expect((await forged(seller, sessionId, fields)).status).toBe(200);
    expect(await shop.order(sessionId)).toBeNull();
  });

  it('waits while Stripe cannot confirm it', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ percent: 100 });
    const sessionId = await seller.checkOut(code);
    await shop.pay(sessionId);
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const fault = { key: seller.keys.secretKey, path: '/v1/checkout/sessions', status: 503, times: 100 };
    await send(faults, { method: 'PUT', json: fault });
    const event = await seller.completed(sessionId);
    expect((await seller.deliver(event)).status).toBe(503);
    expect((await shop.order(sessionId))?.status).toBe('pending');
    await send(faults, { method: 'DELETE' });
    expect((await seller.deliver(event)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('completed');
  });
});
