import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import { discountCodeCalls, PRODUCT, randomCode, REFUSED, URLS, type Seller } from './discount-code-calls.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const ADMIN = '/api/admin/discount-codes';

jest.setTimeout(120_000);

let shop: Shop;
let openSeller: ReturnType<typeof discountCodeCalls>['openSeller'];
let published: { orderId: string; purchase?: { discountCode?: string | undefined } | undefined }[];
beforeAll(async () => {
  shop = await openShop();
  ({ openSeller } = discountCodeCalls(shop));
  published = await shop.fakeService.collect(orderPaid);
});
afterAll(() => shop.close());

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
    expect(file).toMatch(/,Net,Discount Code,/);
    expect(file.trim()).toMatch(new RegExp(`,15\\.00,0\\.00,85\\.00,${code},EUR,live,yes,$`));
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

  it('is refused like an unknown code if the key may not read codes, so that the full price is still sold', async () => {
    const secretKey = `rk_live_without_promotion_code_${randomBytes(6).toString('hex')}`;
    const seller = await openSeller({}, { ...randomKeys(), secretKey });
    expect(await seller.tryCode('SPRING')).toMatchObject(REFUSED);
    expect(await seller.tryCode(null)).toMatchObject({ status: 200 });
    expect(await seller.list()).toMatchObject({ state: 'no-permission' });
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
    [
      'of a larger discount than that of the code',
      10,
      {
        payment_status: 'paid',
        amount_total: 100,
        total_details: { amount_discount: 9900, amount_shipping: 0, amount_tax: 0 },
        payment_intent: 'pi_larger',
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
