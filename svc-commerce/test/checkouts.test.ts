import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import Stripe from 'stripe';
import { PRODUCT_NAMES } from '../src/pricing/product-names.ts';
import { sessionParams } from '../src/payment-provider/stripe/session-params.ts';
import { idempotencyKey, openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const RIGHTS = '/api/create-reseller-checkout';
const URLS = { successUrl: 'http://localhost:8080/success', cancelUrl: 'http://localhost:8080/' };

describe('checkouts', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const provider = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port: shop.sandbox.port, protocol: 'http' });
  const session = (key: string, id: string) => provider(key).checkout.sessions.retrieve(id);
  const countCheckouts = () => shop.database.collection('checkouts').countDocuments();

  it("the main checkout has the server's price in dollars and our checkout id in its metadata [P7.23] [P6.03]", async () => {
    const id = await shop.checkOut(MAIN);
    expect(await session(shop.platformKey, id)).toMatchObject({
      amount_total: 7900,
      currency: 'usd',
      livemode: false,
      metadata: {
        checkoutId: expect.any(String),
        productType: 'main_product',
        terms: expect.stringMatching(/^.{100,500}$/),
      },
      success_url: `http://localhost:8080/success?success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: 'http://localhost:8080/',
    });
  });

  it('every session turns off Managed Payments and automatic tax, which an account may turn on by default', () => {
    const off = { managed_payments: { enabled: false }, automatic_tax: { enabled: false } };
    for (const productName of Object.values(PRODUCT_NAMES)) {
      const money = { amountMinor: 7900, currency: 'USD' } as const;
      expect(sessionParams({ productName, money, tax: NO_TAX })).toMatchObject(off);
    }
  });

  it('the platform sells reseller rights to visitors who are not signed in [P7.26] [R-late.15] [P1.12]', async () => {
    const id = await shop.checkOut(RIGHTS, { successUrl: 'http://localhost:8080/reseller-success' });
    expect(await session(shop.platformKey, id)).toMatchObject({
      mode: 'payment',
      amount_total: 49_700,
      currency: 'usd',
      metadata: { productType: 'reseller_rights' },
      success_url:
        'http://localhost:8080/reseller-success?success=true&type=reseller&session_id={CHECKOUT_SESSION_ID}',
    });
  });

  it("a reseller's sale has their price and currency, is charged on their account and has no fee [P7.24] [P1.14] [P1.15] [P1.16]", async () => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({ productPrice: 9700, currency: 'EUR' }, keys);
    const id = await shop.checkOut(PRODUCT, { resellerId: reseller.slugs[0] });
    const made = await session(keys.secretKey, id);
    expect(made).toMatchObject({ amount_total: 9700, currency: 'eur', livemode: true });
    const { payment_intent: intent } = await session(keys.secretKey, id);
    expect(intent).toBeNull();
    await shop.pay(id);
    const paid = await provider(keys.secretKey).checkout.sessions.retrieve(id, {
      expand: ['payment_intent'],
    });
    expect(paid.payment_intent).toMatchObject({
      amount: 9700,
      application_fee_amount: null,
      transfer_data: null,
    });
    await expect(session(shop.platformKey, id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('a price in yen has no decimals at the provider either [R-money.2]', async () => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({ productPrice: 9800, currency: 'JPY' }, keys);
    const id = await shop.checkOut(PRODUCT, { resellerId: reseller._id });
    expect(await session(keys.secretKey, id)).toMatchObject({ amount_total: 9800, currency: 'jpy' });
  });

  it('finds the reseller by id, current and former slug [R-checkout.26]', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({ slugs: ['old-name-abc123'] }, keys);
    const renamed = await shop.as({ role: 'reseller', resellerId: _id }, '/api/resellers/business-name', {
      method: 'PUT',
      json: { businessName: 'New Name' },
    });
    const { slug } = renamed.body as { slug: string };
    for (const resellerId of [_id, slug, 'old-name-abc123', 'OLD-NAME-ABC123']) {
      await shop.checkOut(PRODUCT, { resellerId });
    }
    expect(await shop.database.collection('checkouts').countDocuments({ resellerId: _id })).toBe(4);
  });

  it.each([
    ['a price', { price: 1 }],
    ['an amount', { amount: 1 }],
    ['line items', { line_items: [{ price_data: { unit_amount: 1 } }] }],
    ['another product', { productType: 'reseller_rights' }],
  ])('sells at the stored price regardless of the %s that the client sends', async (_what, extra) => {
    const id = await shop.checkOut(MAIN, extra);
    expect(await session(shop.platformKey, id)).toMatchObject({
      amount_total: 7900,
      metadata: { productType: 'main_product' },
    });
  });

  const FOREIGN = [
    'https://evil.example/',
    'http://localhost:8080.evil.example/',
    'http://evil.example:8080/',
    'https://localhost:8080/',
    'http://localhost:8081/',
    'http://localhost:8080@evil.example/',
    'http://user:pass@localhost:8080/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.b.localhost:8080/',
    'http://evillocalhost:8080/',
  ];
  it.each(FOREIGN)('refuses the successUrl %s [R-checkout.31]', async (successUrl) => {
    const reply = await shop.call(MAIN, {
      json: { ...URLS, successUrl },
      headers: { 'x-parent-origin': 'https://evil.example' },
    });
    expect(reply).toMatchObject({ status: 400 });
  });
  it.each(FOREIGN)('refuses the cancelUrl %s [R-checkout.32]', async (cancelUrl) => {
    const reply = await shop.call(MAIN, { json: { ...URLS, cancelUrl } });
    expect(reply).toMatchObject({ status: 400 });
  });

  it("a cancelUrl on another origin is accepted only if it is the verified parent's and https [R-checkout.32]", async () => {
    const cancel = (cancelUrl: string, parent: string, path = MAIN) =>
      shop.call(path, { json: { ...URLS, cancelUrl }, headers: { 'x-parent-origin': parent } });
    expect((await cancel('https://blog.example/post?a=1', 'https://blog.example')).status).toBe(200);
    expect((await cancel('https://blog.example/post', 'https://other.example')).status).toBe(400);
    expect((await cancel('http://blog.example/post', 'http://blog.example')).status).toBe(400);
    expect((await cancel('https://blog.example/', 'https://blog.example', RIGHTS)).status).toBe(400);
  });

  it("the payment page leads to a parent's page only through our own page, which names the host [R-checkout.32]", async () => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({}, keys);
    // A caller without our page can verify any origin in its name.
    const hostile = [
      'https://evil.example/login',
      'https://leadping.example.evil.example/',
      'https://xn--pple-43d.example/',
    ];
    for (const [path, body, key, offerPath] of [
      [MAIN, {}, shop.platformKey, '/'],
      [PRODUCT, { resellerId: reseller._id }, keys.secretKey, `/r/${reseller.slugs[0]}`],
    ] as const) {
      for (const cancelUrl of hostile) {
        const id = await shop.checkOut(
          path,
          { ...body, cancelUrl },
          { 'x-parent-origin': new URL(cancelUrl).origin },
        );
        const checkout = await shop.database.collection('checkouts').findOne({ sessionId: id });
        const back = new URL((await session(key, id)).cancel_url ?? '');
        expect(back.origin).toBe('http://localhost:8080');
        expect(back.pathname).toBe('/checkout-return');
        const reply = await shop.call(`/api/checkout-return${back.search}`);
        expect(reply).toMatchObject({ status: 200, body: { parentUrl: cancelUrl, offerPath } });
        // The ids that the session, the order and the support desk know do not open the checkout's return.
        for (const known of [checkout?._id, id]) {
          expect(await shop.call(`/api/checkout-return?id=${String(known)}`)).toMatchObject({ status: 404 });
        }
      }
    }
  });

  it('a checkout that was started on our own origin returns directly to it and has no return page [R-checkout.32]', async () => {
    const id = await shop.checkOut(MAIN, {}, { 'x-parent-origin': 'http://localhost:8080' });
    expect(await session(shop.platformKey, id)).toMatchObject({ cancel_url: URLS.cancelUrl });
    for (const query of ['', '?id=', '?id[$ne]=x', `?id=${'a'.repeat(101)}`]) {
      expect((await shop.call(`/api/checkout-return${query}`)).status).toBe(400);
    }
    expect((await shop.call('/api/checkout-return?id=null')).status).toBe(404);
  });

  it("a checkout on a reseller's subdomain returns to it", async () => {
    const here = 'http://acme-abc123.localhost:8080';
    await shop.checkOut(MAIN, { successUrl: `${here}/success`, cancelUrl: `${here}/` });
  });

  it('a double click creates one session [R-checkout.40]', async () => {
    const headers = { 'idempotency-key': idempotencyKey() };
    const before = await countCheckouts();
    const ids = await Promise.all(Array.from({ length: 8 }, () => shop.checkOut(MAIN, {}, headers)));
    expect(new Set(ids).size).toBe(1);
    expect(await countCheckouts()).toBe(before + 1);
    const { metadata } = await session(shop.platformKey, ids[0] ?? '');
    const { data } = await provider(shop.platformKey).checkout.sessions.list({ limit: 100 });
    const ofThisCheckout = data.filter((each) => each.metadata?.checkoutId === metadata?.checkoutId);
    expect(ofThisCheckout.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('an idempotency key is bound to one checkout and cannot be short', async () => {
    const headers = { 'idempotency-key': idempotencyKey() };
    await shop.checkOut(MAIN, {}, headers);
    const other = await shop.call(RIGHTS, { json: URLS, headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    const short = await shop.call(MAIN, { json: URLS, headers: { 'idempotency-key': '1' } });
    expect(short).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  });

  it('a checkout of an inactive reseller is refused with a message for the buyer [R-checkout.28]', async () => {
    const { _id } = await shop.addReseller({ isActive: false }, randomKeys());
    const reply = await shop.call(PRODUCT, { json: { resellerId: _id, ...URLS } });
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'RESELLER_INACTIVE', message: 'Acme Tools is not selling at the moment.' },
    });
  });

  it('a checkout of a reseller without all three keys is refused with a message for the buyer [R-checkout.29] [S6.08]', async () => {
    const none = await shop.addReseller();
    const keys = randomKeys();
    const some = await shop.addReseller({ sealedWebhookSecret: null }, keys);
    const before = await countCheckouts();
    for (const { _id } of [none, some]) {
      const reply = await shop.call(PRODUCT, {
        json: { resellerId: _id, ...URLS },
        headers: { 'idempotency-key': idempotencyKey() },
      });
      expect(reply).toMatchObject({
        status: 409,
        body: {
          code: 'RESELLER_NOT_CONFIGURED',
          message: 'Acme Tools has not set up payment processing yet. Please try again later.',
        },
      });
    }
    // Nothing is written, here or at the provider, which would take the secret key that the second one has.
    expect(await countCheckouts()).toBe(before);
    const { data } = await provider(keys.secretKey).checkout.sessions.list({ limit: 1 });
    expect(data).toEqual([]);
  });

  it('a checkout of an unknown or deleted reseller gets a 404', async () => {
    const { _id } = await shop.addReseller({ deletedAt: new Date() }, randomKeys());
    for (const resellerId of [_id, 'nobody-abc123', '$ne']) {
      const reply = await shop.call(PRODUCT, { json: { resellerId, ...URLS } });
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    const operator = await shop.call(PRODUCT, { json: { resellerId: { $ne: null }, ...URLS } });
    expect(operator.status).toBe(400);
  });

  it("a refusal by the provider is reported without the provider's message [P3.07]", async () => {
    const keys = { ...randomKeys(), secretKey: 'sk_live_invalid0123456789' };
    const { _id } = await shop.addReseller({}, keys);
    const reply = await shop.call(PRODUCT, { json: { resellerId: _id, ...URLS } });
    expect(reply).toMatchObject({
      status: 502,
      body: {
        code: 'PAYMENT_PROVIDER_FAILED',
        message: 'Payment processing is not available right now. Please try again in a moment.',
      },
    });
    expect(JSON.stringify(reply.body)).not.toContain('invalid0');
  });

  it.each([
    ['fails', { status: 500 }],
    ['receives too many calls', { status: 429 }],
    ['is already handling the same call', { status: 409 }],
    ['ends the connection without a reply', { kind: 'lost-reply' }],
  ])('a provider that %s results in a 503 with Retry-After', async (_name, fault) => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    await send(faults, { method: 'PUT', json: { ...fault, times: 10, path: '/v1/checkout/sessions' } });
    const buy = () => shop.call(PRODUCT, { json: { resellerId: _id, ...URLS } });
    const reply = await buy();
    await send(faults, { method: 'DELETE' });
    expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await buy()).status).toBe(200);
  });

  it('a repeat of a call that is in progress gets the address of the first call, or a 503 until the address is known', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const fault = { kind: 'slow', delayMs: 1500, key: keys.secretKey };
    await send(`${shop.sandbox.url}/sandbox/stripe/faults`, { method: 'PUT', json: fault });
    const headers = { 'idempotency-key': idempotencyKey() };
    const buy = () => shop.call(PRODUCT, { json: { resellerId: _id, ...URLS }, headers });
    const first = buy();
    await until(
      async () => (await shop.database.collection('checkouts').findOne({ resellerId: _id })) !== null,
    );
    const repeats = await Promise.all([buy(), buy()]);
    const { status, body } = await first;
    expect(status).toBe(200);
    // Too early for the address, a repeat is asked to come back.
    for (const repeat of repeats) expect([200, 503]).toContain(repeat.status);
    expect(await buy()).toMatchObject({ status: 200, body });
  });

  it('a repeat that the provider refuses gets the address that the first call has stored', async () => {
    const keys = randomKeys();
    const { _id: resellerId } = await shop.addReseller({}, keys);
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const fault = { status: 409, delayMs: 500, times: 2, key: keys.secretKey };
    await send(faults, { method: 'PUT', json: fault });
    const reply = shop.call(PRODUCT, { json: { resellerId, ...URLS } });
    const url = 'https://checkout.example/pay/cs_of_the_first';
    const checkouts = shop.database.collection('checkouts');
    await until(
      async () => (await checkouts.updateOne({ resellerId }, { $set: { url } })).matchedCount === 1,
    );
    expect(await reply).toMatchObject({ status: 200, body: { url } });
  });

  describe('the status of a checkout', () => {
    it('is read from the provider before any webhook arrives, with a masked email and without the key [R-checkout.34] [R-checkout.35] [R-checkout.36]', async () => {
      const id = await shop.checkOut(MAIN);
      const path = `/api/checkout-status?session_id=${id}`;
      expect((await shop.call(path)).body).toEqual({
        status: 'processing',
        state: 'open',
        productType: 'main_product',
        email: null,
        total: { amount: '79.00', currency: 'USD' },
      });
      await shop.pay(id, 'paid', 'jane.doe@example.com');
      // The provider was queried a moment ago. Reset the time, so that the next call queries it again.
      await shop.database.collection('checkouts').updateOne({ sessionId: id }, { $set: { askedAt: null } });
      expect((await shop.call(path)).body).toMatchObject({
        status: 'paid',
        productType: 'main_product',
        email: 'j***@example.com',
        total: { amount: '79.00', currency: 'USD' },
      });
      expect((await shop.order(id))?.status).toBe('completed');
    });

    it("contains a link to the reseller's page for a reseller's sale, and no link for our own sale", async () => {
      const reseller = await shop.addReseller({}, randomKeys());
      const show = async (id: string) => (await shop.call(`/api/checkout-status?session_id=${id}`)).body;
      const theirs = await shop.checkOut(PRODUCT, { resellerId: reseller._id });
      const offerPath = `/r/${reseller.slugs[0]}`;
      expect(await show(theirs)).toMatchObject({ status: 'processing', offerPath });
      await shop.pay(theirs);
      await shop.database
        .collection('checkouts')
        .updateOne({ sessionId: theirs }, { $set: { askedAt: null } });
      expect(await show(theirs)).toMatchObject({ status: 'paid', offerPath });
      // From here on without the provider.
      expect(await show(theirs)).toMatchObject({ status: 'paid', offerPath });
      expect(await show(await shop.checkOut(RIGHTS))).not.toHaveProperty('offerPath');
    });

    it('is a 404 for an unknown session', async () => {
      for (const id of ['cs_test_none', '$gt', 'x'.repeat(200)]) {
        expect((await shop.call(`/api/checkout-status?session_id=${id}`)).status).toBe(404);
      }
      expect((await shop.call('/api/checkout-status')).status).toBe(400);
      expect((await shop.call('/api/checkout-status?session_id[$ne]=x')).status).toBe(400);
    });

    it('expires in the database once nobody can pay any more, but never if the checkout was paid late', async () => {
      const checkouts = shop.database.collection('checkouts');
      const find = (sessionId: string) => checkouts.findOne({ sessionId });
      const [unpaid, late] = [await shop.checkOut(MAIN), await shop.checkOut(MAIN)];
      await shop.pay(late, 'unpaid');
      for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
      expect((await shop.order(late))?.status).toBe('pending');
      await shop.pay(late, 'async_paid');
      for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
      expect((await shop.order(late))?.status).toBe('completed');

      const longestPayable = Date.now() + 60 * 24 * 3_600_000;
      expect((await find(unpaid))?.forgottenAt.getTime()).toBeGreaterThan(longestPayable);
      expect(await find(late)).not.toHaveProperty('forgottenAt');
      expect(await checkouts.indexes()).toContainEqual(
        expect.objectContaining({ key: { forgottenAt: 1 }, expireAfterSeconds: 0 }),
      );
    });

    it('is failed for an expired session', async () => {
      const id = await shop.checkOut(MAIN);
      await provider(shop.platformKey).checkout.sessions.expire(id);
      const { body } = await shop.call(`/api/checkout-status?session_id=${id}`);
      expect(body).toMatchObject({ status: 'failed' });
    });
  });
});

describe('a platform without payment keys', () => {
  it('refuses to sell with a message for the buyer', async () => {
    const shop = await openShop({ STRIPE_TEST_KEY: '', STRIPE_TEST_WEBHOOK_SECRET: '' });
    try {
      const reply = await shop.call(MAIN, { json: URLS });
      expect(reply).toMatchObject({ status: 503, body: { code: 'PAYMENT_NOT_CONFIGURED' } });
    } finally {
      await shop.close();
    }
  });
});
