import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isEmbeddable } from '@leadping/contracts/gateway/embeddable';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import type { CheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import { send } from '@leadping/test-kit/send';
import type Stripe from 'stripe';
import type { z } from 'zod';
import { findInvoice } from '../src/payment-provider/stripe/find-invoice.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

type Status = z.infer<typeof CheckoutStatus>;

const MAIN = '/api/create-main-checkout';

describe('a purchase as its buyer sees it', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const status = async (sessionId: string) =>
    (await shop.call(`/api/checkout-status?session_id=${sessionId}`)).body as Status;
  const buy = async (email = 'buyer@example.com') => {
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId, 'paid', email, { name: 'Ada Buyer', businessName: 'Buyer Ltd' });
    const { purchase } = await status(sessionId);
    return { sessionId, link: readLink(purchase?.receiptPath) };
  };
  /** Delivers everything that the provider has recorded. */
  const deliverEvents = async () => {
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
  };
  const open = ({ orderId, key }: { orderId: string; key: string }) =>
    shop.call(`/api/receipts/${orderId}`, { json: { key } });

  it('is open until the buyer has paid', async () => {
    const sessionId = await shop.checkOut(MAIN);
    expect(await status(sessionId)).toMatchObject({ status: 'processing', state: 'open', email: null });
  });

  it('is still open in a second request before the provider is asked again', async () => {
    const sessionId = await shop.checkOut(MAIN);
    const states = [await status(sessionId), await status(sessionId)].map(({ state }) => state);
    expect(states).toEqual(['open', 'open']);
  });

  it('has its date, number, seller and amounts once it is paid', async () => {
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId);
    const shown = await status(sessionId);
    const order = await shop.order(sessionId);
    expect(shown).toMatchObject({
      status: 'paid',
      state: 'paid',
      purchase: {
        orderNumber: order?._id,
        paidAt: order?.paidAt?.toISOString(),
        seller: 'Leadping',
        amounts: { subtotal: '79.00', discount: '0.00', tax: '0.00', isTaxIncluded: true },
        refunded: '0.00',
      },
    });
  });

  it('says what was refunded', async () => {
    const { sessionId } = await buy();
    await shop.refund(sessionId, 1900);
    await deliverEvents();
    expect((await status(sessionId)).state).toBe('partly-refunded');
    expect((await status(sessionId)).purchase?.refunded).toBe('19.00');
    await shop.refund(sessionId);
    await deliverEvents();
    expect((await status(sessionId)).state).toBe('refunded');
    expect(await status(sessionId)).toMatchObject({ status: 'paid', purchase: { refunded: '79.00' } });
  });

  it('says that the bank disputes it, and how the dispute ended', async () => {
    const { sessionId } = await buy();
    await shop.dispute(sessionId);
    await deliverEvents();
    expect((await status(sessionId)).state).toBe('disputed');
    await shop.closeDispute(sessionId, 'lost');
    await deliverEvents();
    expect((await status(sessionId)).state).toBe('lost');
  });

  it('has a receipt with seller, buyer, product and amounts', async () => {
    const { link } = await buy();
    const reply = await open(link);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        orderNumber: link.orderId,
        isTest: true,
        state: 'paid',
        seller: { name: 'Leadping' },
        buyer: { name: 'Ada Buyer', businessName: 'Buyer Ltd', email: 'buyer@example.com' },
        product: 'Leadping lifetime license',
        currency: 'USD',
        total: '79.00',
        amounts: { subtotal: '79.00', tax: '0.00' },
      },
    });
    expect(JSON.stringify(reply.body)).not.toContain('"net"');
  });

  it('has a receipt that names the selling reseller as registered', async () => {
    const keys = randomKeys();
    const sellerDetails = { ...EMPTY_SELLER_DETAILS, legalName: 'Acme GmbH', taxNumber: 'DE123456789' };
    const { _id, slugs } = await shop.addReseller(
      { productPrice: 9700, currency: 'CHF', sellerDetails },
      keys,
    );
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await shop.pay(sessionId);
    const { purchase } = await status(sessionId);
    expect((await open(readLink(purchase?.receiptPath))).body).toMatchObject({
      offerPath: `/r/${slugs[0]}`,
      currency: 'CHF',
      total: '97.00',
      seller: { name: 'Acme Tools', details: { legalName: 'Acme GmbH', taxNumber: 'DE123456789' } },
    });
  });

  it("links its receipt from the seller's and the admin's list, which no other order's key opens", async () => {
    const { sessionId, link } = await buy();
    const { body } = await shop.asAdmin(`/api/admin/orders?search=${link.orderId}`);
    const [listed] = body as { receiptPath: string; stripeSessionId: string }[];
    expect(listed?.stripeSessionId).toBe(sessionId);
    expect((await open(readLink(listed?.receiptPath))).status).toBe(200);
  });

  describe("of a seller who has Stripe's invoices issued", () => {
    const sell = async () => {
      const keys = randomKeys();
      const { _id } = await shop.addReseller({ productPrice: 9700, currency: 'EUR' }, keys);
      const tax = { mode: 'none', collectTaxIds: false, issueInvoices: true };
      const saved = await shop.as({ role: 'reseller', resellerId: _id }, '/api/resellers/tax', {
        method: 'PUT',
        json: tax,
      });
      expect(saved).toMatchObject({ status: 200, body: { tax } });
      const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
      await shop.pay(sessionId);
      return { keys, link: readLink((await status(sessionId)).purchase?.receiptPath) };
    };
    const invoice = { url: expect.stringContaining('/invoice/'), pdfUrl: expect.stringMatching(/\/pdf$/) };

    it('has a receipt that links the invoice and its PDF', async () => {
      const { link } = await sell();
      const { body } = await open(link);
      expect(body).toMatchObject({ invoice });
      const { url } = (body as { invoice: { url: string } }).invoice;
      expect((await fetch(url)).status).toBe(200);
    });

    it('has a receipt without the invoice while Stripe is away, and with it afterwards, also for good', async () => {
      const { keys, link } = await sell();
      const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
      await send(faults, { method: 'PUT', json: { status: 500, times: 1, key: keys.secretKey } });
      expect(await open(link)).toMatchObject({ status: 200, body: { invoice: null } });
      await send(faults, {
        method: 'PUT',
        json: { kind: 'hang', times: 1, key: keys.secretKey },
      });
      expect(await open(link)).toMatchObject({ status: 200, body: { invoice: null } });
      expect(await open(link)).toMatchObject({ body: { invoice } });
      await send(faults, { method: 'PUT', json: { status: 500, times: 9, key: keys.secretKey } });
      expect(await open(link)).toMatchObject({ body: { invoice } });
    });
  });

  it("does not link an invoice on a host that is not Stripe's", async () => {
    const sessionAt = (url: string) =>
      ({
        checkout: { sessions: { retrieve: () => Promise.resolve({ invoice: { hosted_invoice_url: url } }) } },
      }) as unknown as Stripe;
    const find = (url: string) => findInvoice(sessionAt(url), undefined, 'cs_1');
    expect(await find('https://invoice.stripe.com/i/1')).toMatchObject({ url: expect.any(String) });
    for (const url of [
      'https://stripe.com.evil.example/i',
      'https://notstripe.com/i',
      'http://invoice.stripe.com/i',
    ]) {
      expect(await find(url)).toBeNull();
    }
  });

  it('has no link to its receipt an hour after the payment', async () => {
    const { sessionId } = await buy();
    await shop.database
      .collection('orders')
      .updateOne({ sessionId }, { $set: { paidAt: new Date(Date.now() - 3_600_001) } });
    const { purchase } = await status(sessionId);
    expect(purchase).toBeDefined();
    expect(purchase).not.toHaveProperty('receiptPath');
  });

  it("has a receipt that no other order's key opens", async () => {
    const [one, other] = [await buy(), await buy()];
    expect(await open({ ...one.link, key: other.link.key })).toMatchObject({ status: 404 });
    expect(await open({ ...one.link, key: 'x' })).toMatchObject({ status: 404 });
    expect(await open({ ...one.link, orderId: 'none' })).toMatchObject({ status: 404 });
  });

  it('has a receipt that a link to its former address does not open', async () => {
    const { link } = await buy('typo@example.com');
    const corrected = await shop.asAdmin(`/api/admin/orders/${link.orderId}/email`, {
      method: 'PUT',
      json: { customerEmail: 'right@example.com' },
    });
    expect(corrected.status).toBe(200);
    expect(await open(link)).toMatchObject({ status: 404 });
  });

  it.each(['/r/acme/receipt/o1', '/receipt/o1'])('may not be framed by other sites: %s', (path) => {
    expect(isEmbeddable(path)).toBe(false);
  });

  it('has no receipt until it is paid', async () => {
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId, 'unpaid');
    expect(await status(sessionId)).toMatchObject({ status: 'processing', state: 'processing' });
    expect(await status(sessionId)).not.toHaveProperty('purchase');
  });
});

/** The parts of `/receipt/<order id>#key=<key>`. */
function readLink(path = ''): { orderId: string; key: string } {
  const [, orderId = '', key = ''] = /\/receipt\/([^#]+)#key=(.+)$/.exec(path) ?? [];
  return { orderId, key };
}
