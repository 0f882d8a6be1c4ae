import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CONSENT_MISSING, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import type { OrderDocument } from '../src/orders/order.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const RIGHTS = '/api/create-reseller-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const URLS = { successUrl: 'http://localhost:8080/success', cancelUrl: 'http://localhost:8080/' };

jest.setTimeout(120_000);

describe('the consent to immediate delivery', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const REFUSED = {
    status: 400,
    body: { code: 'CONSENT_REQUIRED', message: CONSENT_MISSING, field: 'deliveryConsent' },
  };

  async function openSeller(promises: object) {
    const keys = randomKeys();
    const fields = { supportReplyHours: 24, guaranteeDays: 0, refundsWithdrawals: true, ...promises };
    const { _id: resellerId } = await shop.addReseller({ promises: fields as never }, keys);
    const start = (json: object, headers = {}) =>
      shop.call(PRODUCT, { json: { resellerId, ...URLS, ...json }, headers });
    const buy = async (json: object): Promise<OrderDocument> => {
      const sessionId = await shop.checkOut(PRODUCT, { resellerId, ...json });
      await shop.pay(sessionId);
      const path = `/api/stripe-webhook/reseller/${resellerId}`;
      for (const event of await shop.eventsOf(keys.secretKey)) {
        await shop.deliver(event, { path, secret: keys.webhookSecret });
      }
      return (await shop.order(sessionId)) as OrderDocument;
    };
    return { start, buy };
  }

  it.each([
    ['no consent', {}],
    ['null', { deliveryConsent: null }],
    ['an empty text', { deliveryConsent: '' }],
    ['one statement of two', { deliveryConsent: CONSENT_TEXT.slice(0, 60) }],
    ['another text', { deliveryConsent: '<b>I agree to nothing</b>' }],
  ])('is required by a seller who asks for it: %s starts no checkout', async (_name, json) => {
    const { start } = await openSeller({ asksConsent: true });
    const before = await shop.database.collection('checkouts').countDocuments();
    expect(await start(json)).toMatchObject(REFUSED);
    expect(await shop.database.collection('checkouts').countDocuments()).toBe(before);
  });

  it('is stored with text and time, is in the order’s history and in the event of the sale', async () => {
    const published = await shop.fakeService.collect(orderPaid);
    const { buy } = await openSeller({ asksConsent: true });
    const order = await buy({ deliveryConsent: CONSENT_TEXT });
    const { deliveryConsent } = order.sellerTerms ?? {};
    expect(deliveryConsent).toEqual({ text: CONSENT_TEXT, at: expect.any(String) });
    expect(Math.abs(Date.now() - Date.parse(deliveryConsent?.at ?? ''))).toBeLessThan(120_000);
    await until(async () => published.some(({ orderId }) => orderId === order._id));
    expect(published.find(({ orderId }) => orderId === order._id)).toMatchObject({
      purchase: { seller: { deliveryConsent } },
    });
    const timeline = await shop.asAdmin(`/api/admin/orders/${order._id}/timeline`);
    expect((timeline.body as { entries: object[] }).entries).toContainEqual(
      expect.objectContaining({ title: 'The buyer agreed to immediate delivery', detail: CONSENT_TEXT }),
    );
  });

  it('is not stored for a seller who does not ask, so that their buyers keep the right of withdrawal', async () => {
    const { buy } = await openSeller({});
    const order = await buy({ deliveryConsent: CONSENT_TEXT });
    expect(order.sellerTerms).not.toHaveProperty('deliveryConsent');
  });

  it('leads to the same payment page when its request is repeated', async () => {
    const { start } = await openSeller({ asksConsent: true });
    const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
    const first = await start({ deliveryConsent: CONSENT_TEXT }, headers);
    expect(await start({ deliveryConsent: CONSENT_TEXT }, headers)).toMatchObject({ body: first.body });
  });

  it('of the platform is a setting for licenses, and not for reseller rights', async () => {
    const ask = (asksConsent: boolean) => shop.asAdmin('/api/admin/settings', { json: { asksConsent } });
    expect(await ask(true)).toMatchObject({ status: 200, body: { asksConsent: true } });
    expect(await shop.call(MAIN, { json: URLS })).toMatchObject(REFUSED);
    expect((await shop.call(MAIN, { json: { ...URLS, deliveryConsent: CONSENT_TEXT } })).status).toBe(200);
    expect((await shop.call(RIGHTS, { json: URLS })).status).toBe(200);
    await ask(false);
    expect((await shop.call(MAIN, { json: URLS })).status).toBe(200);
  });
});
