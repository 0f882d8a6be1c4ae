import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type Stripe from 'stripe';
import type { OrderDocument } from '../src/orders/order.model.ts';
import { openShop, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const TAX = '/api/resellers/tax';
const EXCLUSIVE: SellerTax = { mode: 'exclusive', collectTaxIds: false };
const INCLUSIVE: SellerTax = { mode: 'inclusive', collectTaxIds: false };
const MANAGED: SellerTax = { mode: 'managed', collectTaxIds: false };

describe('the tax of a seller', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const atSandbox = (method: string, path: string, body?: object) =>
    fetch(`${shop.sandbox.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  /** What the seller has set up in Stripe's dashboard. */
  async function setUpStripe(secretKey: string, profile: object) {
    const { status } = await atSandbox('PUT', `/sandbox/accounts/${secretKey}/profile`, profile);
    expect(status).toBe(200);
  }
  const collectingIn = (country: string, percent?: number) => ({
    tax: { status: 'active', headOffice: country, registrations: [{ country, ...(percent && { percent }) }] },
  });
  async function readSession(secretKey: string, id: string): Promise<Stripe.Checkout.Session> {
    const reply = await fetch(`${shop.sandbox.url}/v1/checkout/sessions/${id}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    return (await reply.json()) as Stripe.Checkout.Session;
  }
  async function listSessions(secretKey: string): Promise<Stripe.Checkout.Session[]> {
    const reply = await fetch(`${shop.sandbox.url}/v1/checkout/sessions`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    return ((await reply.json()) as { data: Stripe.Checkout.Session[] }).data;
  }
  const pay = async (sessionId: string, place: object) => {
    const paid = { email: 'buyer@example.com', outcome: 'paid', ...place };
    const reply = await atSandbox('POST', `/pay/${sessionId}`, paid);
    expect(reply.status).toBe(200);
  };
  async function deliverCompleted(
    keys: Pick<ResellerKeys, 'secretKey' | 'webhookSecret'>,
    path: string,
    more = {},
  ) {
    const completed = (await shop.eventsOf(keys.secretKey)).find(
      ({ type }) => type === 'checkout.session.completed',
    );
    const event = { ...completed, data: { object: { ...completed?.data.object, ...more } } };
    expect((await shop.deliver(event, { path, secret: keys.webhookSecret })).status).toBe(200);
  }

  async function openReseller(fields: object = {}, profile: object = collectingIn('DE')) {
    const keys = randomKeys();
    const { _id, slugs } = await shop.addReseller({ productPrice: 10_000, currency: 'EUR', ...fields }, keys);
    await setUpStripe(keys.secretKey, profile);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: _id }, path, options);
    const choose = (tax: SellerTax) => as(TAX, { method: 'PUT', json: tax });
    const me = async () => (await as('/api/resellers/me')).body as { tax: SellerTax };
    const page = async () =>
      (await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${slugs[0]}` } })).body;
    const checkOut = () => shop.checkOut(PRODUCT, { resellerId: _id });
    const complete = (more = {}) => deliverCompleted(keys, `/api/stripe-webhook/reseller/${_id}`, more);
    const orders = async () => (await as('/api/resellers/orders')).body as object[];
    return { keys, choose, me, page, checkOut, complete, orders, as };
  }

  it('is none until the seller chooses one, and then is in the session, on the public page and in the seller’s own settings', async () => {
    const reseller = await openReseller();
    expect((await reseller.me()).tax).toEqual({ mode: 'none', collectTaxIds: false });
    expect(await reseller.page()).toMatchObject({ taxMode: 'none' });
    const none = await readSession(reseller.keys.secretKey, await reseller.checkOut());
    expect(none).toMatchObject({ automatic_tax: { enabled: false }, managed_payments: { enabled: false } });

    expect(await reseller.choose({ mode: 'exclusive', collectTaxIds: true })).toMatchObject({
      status: 200,
      body: { tax: { mode: 'exclusive', collectTaxIds: true } },
    });
    expect(await reseller.page()).toMatchObject({ taxMode: 'exclusive' });
    const taxed = await readSession(reseller.keys.secretKey, await reseller.checkOut());
    expect(taxed).toMatchObject({
      automatic_tax: { enabled: true },
      managed_payments: { enabled: false },
      tax_id_collection: { enabled: true },
    });
  });

  it('is tried with a payment page that is expired at once', async () => {
    const reseller = await openReseller();
    await reseller.choose(INCLUSIVE);
    const [trial, ...others] = await listSessions(reseller.keys.secretKey);
    expect(others).toEqual([]);
    expect(trial).toMatchObject({
      status: 'expired',
      automatic_tax: { enabled: true },
      amount_total: 10_000,
    });
  });

  it.each([
    ['without a head office', EXCLUSIVE, {}, 'You must have a valid head office address'],
    [
      'where Stripe Tax is off',
      INCLUSIVE,
      { tax: { status: 'inactive' } },
      'Stripe Tax has not been activated',
    ],
    ['without approval', MANAGED, { managedPayments: 'not_approved' }, 'Managed Payments is not available'],
  ])(
    "is not saved for an account %s, and the seller reads Stripe's reason",
    async (_name, tax, profile, text) => {
      const reseller = await openReseller({}, profile);
      expect(await reseller.choose(tax)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', field: 'tax', message: expect.stringContaining(text) },
      });
      expect((await reseller.me()).tax.mode).toBe('none');
    },
  );

  it('is not saved without a key, or while Stripe does not reply', async () => {
    const { _id } = await shop.addReseller();
    const reply = await shop.as({ role: 'reseller', resellerId: _id }, TAX, {
      method: 'PUT',
      json: EXCLUSIVE,
    });
    expect(reply).toMatchObject({ status: 400, body: { field: 'tax' } });
    const reseller = await openReseller();
    const fault = { times: 20, kind: 'error', status: 500, key: reseller.keys.secretKey };
    await atSandbox('PUT', '/sandbox/stripe/faults', fault);
    expect((await reseller.choose(EXCLUSIVE)).status).toBe(503);
    await atSandbox('DELETE', '/sandbox/stripe/faults');
    expect((await reseller.me()).tax.mode).toBe('none');
  });

  it('must also pass on a new payment account before its key is saved', async () => {
    const reseller = await openReseller();
    await reseller.choose(EXCLUSIVE);
    const other = randomKeys();
    const json = { liveSecretKey: other.secretKey, livePublishableKey: other.publishableKey };
    const saveKeys = () => reseller.as('/api/resellers/stripe-config', { json });
    expect(await saveKeys()).toMatchObject({ status: 400, body: { field: 'tax' } });
    await setUpStripe(other.secretKey, collectingIn('DE'));
    expect((await saveKeys()).status).toBe(200);
  });

  it('that stops working is an error for the buyer and a failed check for the seller', async () => {
    const reseller = await openReseller();
    await reseller.choose(EXCLUSIVE);
    await setUpStripe(reseller.keys.secretKey, {});
    const id = (await reseller.me()) as unknown as { id: string };
    const reply = await shop.call(PRODUCT, {
      json: {
        resellerId: id.id,
        successUrl: 'http://localhost:8080/success',
        cancelUrl: 'http://localhost:8080/',
      },
    });
    expect(reply).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
    const health = (await reseller.as('/api/resellers/payment-health')).body as { checks: { id: string }[] };
    expect(health.checks.find((check) => check.id === 'checkout')).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('head office'),
    });
  });

  it.each([
    [INCLUSIVE, 'EUR', 'DE', undefined, 10_000, ['100.00', '15.97', true, '100.00', '84.03']],
    [EXCLUSIVE, 'EUR', 'DE', undefined, 10_000, ['100.00', '19.00', false, '119.00', '100.00']],
    [EXCLUSIVE, 'CHF', 'CH', 8.1, 9_900, ['99.00', '8.02', false, '107.02', '99.00']],
    [INCLUSIVE, 'JPY', 'JP', 10, 12_345, ['12345', '1122', true, '12345', '11223']],
    [EXCLUSIVE, 'JPY', 'JP', 10, 12_345, ['12345', '1235', false, '13580', '12345']],
    [INCLUSIVE, 'SEK', 'SE', 25, 99_900, ['999.00', '199.80', true, '999.00', '799.20']],
  ] as const)(
    'of %j in %s for a buyer in %s is in the order to the last unit (%#)',
    async (tax, currency, country, percent, productPrice, amounts) => {
      const [subtotal, amountTax, isTaxIncluded, total, net] = amounts;
      const reseller = await openReseller({ productPrice, currency }, collectingIn(country, percent));
      expect((await reseller.choose(tax)).status).toBe(200);
      await pay(await reseller.checkOut(), { country });
      await reseller.complete();
      expect(await reseller.orders()).toMatchObject([
        {
          status: 'completed',
          amount: total,
          currency,
          amounts: {
            subtotal,
            discount: subtotal.includes('.') ? '0.00' : '0',
            tax: amountTax,
            isTaxIncluded,
            net,
          },
        },
      ]);
    },
  );

  it('that changes between checkout and payment keeps the amounts of the checkout', async () => {
    const reseller = await openReseller();
    await reseller.choose(INCLUSIVE);
    const sessionId = await reseller.checkOut();
    await reseller.choose(EXCLUSIVE);
    await pay(sessionId, { country: 'DE' });
    await reseller.choose({ mode: 'none', collectTaxIds: false });
    await reseller.complete();
    expect(await reseller.orders()).toMatchObject([
      { status: 'completed', amount: '100.00', amounts: { tax: '15.97', isTaxIncluded: true, net: '84.03' } },
    ]);
  });

  it('keeps the seller’s currency if the buyer saw another one', async () => {
    const reseller = await openReseller();
    await reseller.choose(EXCLUSIVE);
    const sessionId = await reseller.checkOut();
    await pay(sessionId, { country: 'DE' });
    await reseller.complete({
      presentment_details: { presentment_amount: 1, presentment_currency: 'jpy' },
    });
    expect((await shop.order(sessionId)) as OrderDocument).toMatchObject({
      money: { amountMinor: 11_900, currency: 'EUR' },
      amounts: { taxMinor: 1_900 },
    });
  });

  it('is that of Stripe where Stripe is the merchant of record', async () => {
    const reseller = await openReseller({}, {});
    expect((await reseller.choose(MANAGED)).status).toBe(200);
    const sessionId = await reseller.checkOut();
    expect(await readSession(reseller.keys.secretKey, sessionId)).toMatchObject({
      managed_payments: { enabled: true },
    });
    await pay(sessionId, { country: 'FR' });
    await reseller.complete();
    expect(await reseller.orders()).toMatchObject([
      { amount: '120.00', amounts: { tax: '20.00', isTaxIncluded: false, net: '100.00' } },
    ]);
    expect((await shop.order(sessionId))?.sellerTerms?.isManaged).toBe(true);
  });

  describe('of the platform', () => {
    beforeEach(() => setUpStripe(shop.platformKey, collectingIn('DE')));
    const save = (json: object) => shop.asAdmin('/api/admin/settings', { json });

    it('is saved with the settings if Stripe takes it, and is public', async () => {
      await setUpStripe(shop.platformKey, {});
      expect(await save({ tax: EXCLUSIVE, mainProductPrice: 55 })).toMatchObject({
        status: 400,
        body: { field: 'tax', message: expect.stringContaining('head office') },
      });
      expect((await shop.asAdmin('/api/admin/settings')).body).toMatchObject({
        mainProductPrice: 7900,
        tax: { mode: 'none' },
      });
      await setUpStripe(shop.platformKey, collectingIn('DE'));
      expect(await save({ tax: EXCLUSIVE })).toMatchObject({ status: 200, body: { tax: EXCLUSIVE } });
      expect((await shop.call('/api/site')).body).toMatchObject({ taxMode: 'exclusive' });
      const sessionId = await shop.checkOut(MAIN);
      await pay(sessionId, { country: 'DE' });
      const keys = { secretKey: shop.platformKey, webhookSecret: shop.platformSecret };
      await deliverCompleted(keys, '/api/stripe-webhook');
      expect(await shop.order(sessionId)).toMatchObject({
        money: { amountMinor: 9_401, currency: 'USD' },
        amounts: { subtotalMinor: 7_900, taxMinor: 1_501, isTaxIncluded: false },
        netMinor: 7_900,
      });
    });

    it('must also pass in live mode before the test mode ends', async () => {
      const live = `sk_live_${shop.platformKey.slice('sk_test_'.length)}`;
      await save({ stripeLiveKey: live, tax: INCLUSIVE });
      expect(await save({ testMode: false })).toMatchObject({ status: 400, body: { field: 'tax' } });
      await setUpStripe(live, collectingIn('DE'));
      expect((await save({ testMode: false })).status).toBe(200);
      await save({ testMode: true });
    });
  });
});
