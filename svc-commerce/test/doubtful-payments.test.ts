import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import { MAX_CLAIMS_AN_HOUR } from '../src/payments/doubt.ts';
import { openShop, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

const DAY_MS = 24 * 3_600_000;
const PRODUCT = '/api/create-reseller-product-checkout';

/** Each of them can carry a session that says it is paid. */
const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
];

jest.setTimeout(120_000);

describe('a payment that the webhook of a reseller reports', () => {
  let shop: Shop;
  let published: { orderId: string }[];
  beforeAll(async () => {
    shop = await openShop();
    published = await shop.fakeService.collect(orderPaid);
  });
  afterAll(() => shop.close());

  const collection = (name: string) => shop.database.collection(name);
  const openSeller = async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const change = (fields: object) =>
      collection('resellers').updateOne({ _id: _id as never }, { $set: fields });
    const checkOut = () => shop.checkOut(PRODUCT, { resellerId: _id });
    return { _id, keys, change, checkOut };
  };
  type Seller = Awaited<ReturnType<typeof openSeller>>;
  const checkoutOf = async (sessionId: string) => {
    const found = await collection('checkouts').findOne({ sessionId });
    if (!found) throw new Error(`there is no checkout of ${sessionId}`);
    return found;
  };
  const deliver = ({ _id, keys }: { _id: string; keys: ResellerKeys }, event: object) =>
    shop.deliver(event, { path: `/api/stripe-webhook/reseller/${_id}`, secret: keys.webhookSecret });
  const event = (type: string, object: object) => ({
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    livemode: true,
    created: Math.floor(Date.now() / 1000),
    type,
    data: { object },
  });
  /** A payment that never happened, as whoever knows the webhook secret can sign it. */
  const forged = async (sessionId: string, type = 'checkout.session.completed', fields: object = {}) => {
    const { _id, money } = await checkoutOf(sessionId);
    return event(type, {
      object: 'checkout.session',
      id: sessionId,
      livemode: true,
      status: 'complete',
      payment_status: 'paid',
      amount_total: money.amountMinor,
      currency: money.currency.toLowerCase(),
      payment_intent: `pi_${randomBytes(8).toString('hex')}`,
      metadata: { checkoutId: _id },
      customer_details: { email: 'forger@example.com', name: null },
      ...fields,
    });
  };
  const real = async ({ keys }: Seller, sessionId: string) => {
    const events = await shop.eventsOf(keys.secretKey);
    const found = events.find(
      ({ data, type }) => (data.object as { id: string }).id === sessionId && type.includes('session'),
    );
    if (!found) throw new Error(`the provider has no event of ${sessionId}`);
    return found;
  };
  const statusOf = async (sessionId: string) => (await shop.order(sessionId))?.status ?? null;
  const publishedOf = async (sessionId: string) => {
    const { _id } = await checkoutOf(sessionId);
    return published.filter(({ orderId }) => orderId === String(_id));
  };
  const age = async (sessionId: string, ms: number) => {
    await collection('checkouts').updateOne(
      { sessionId },
      { $set: { createdAt: new Date(Date.now() - ms) } },
    );
  };
  const failStripe = (key: string) =>
    send(`${shop.sandbox.url}/sandbox/stripe/faults`, {
      method: 'PUT',
      json: { key, path: '/v1/checkout/sessions', status: 503, times: 1000 },
    });
  const mendStripe = () => send(`${shop.sandbox.url}/sandbox/stripe/faults`, { method: 'DELETE' });
  const reconcileNow = async (seller: Seller) => {
    await collection('account_progress').updateOne(
      { _id: `${seller._id}:live` as never },
      { $set: { nextRunAt: new Date(0) } },
    );
    await shop.reconcile();
  };

  it.each([
    ['deactivated', { isActive: false }],
    ['deleted', { isActive: false, deletedAt: new Date() }],
    ['refunded', { isActive: false, rightsEndedAt: new Date() }],
  ])(
    'creates no license for a %s reseller until Stripe confirms the payment, and then exactly one',
    async (_what, fields) => {
      const seller = await openSeller();
      const [stored, sold] = [await seller.checkOut(), await seller.checkOut()];
      await seller.change(fields);
      for (const type of SESSION_EVENTS) {
        expect((await deliver(seller, await forged(stored, type))).status).toBe(200);
      }
      expect(await statusOf(stored)).toBeNull();

      await shop.pay(sold);
      for (let copy = 0; copy < 3; copy += 1) {
        expect((await deliver(seller, await real(seller, sold))).status).toBe(200);
      }
      expect(await shop.order(sold)).toMatchObject({
        status: 'completed',
        customerEmail: 'buyer@example.com',
      });
      await until(async () => (await publishedOf(sold)).length > 0);
      expect(await publishedOf(sold)).toHaveLength(1);
      expect(await publishedOf(stored)).toEqual([]);
    },
  );

  it('creates no license through a refund or a dispute that implies a payment', async () => {
    const seller = await openSeller();
    const sessionId = await seller.checkOut();
    await shop.pay(sessionId, 'unpaid');
    await deliver(seller, await real(seller, sessionId));
    const payment_intent = (await shop.order(sessionId))?.paymentIntentId;
    expect(payment_intent).toMatch(/^pi_/);
    await seller.change({ isActive: false });
    const refund = { object: 'charge', id: 'ch_1', livemode: true, payment_intent, amount_refunded: 1 };
    const dispute = { object: 'dispute', id: 'dp_1', livemode: true, payment_intent, status: 'won' };
    expect((await deliver(seller, event('charge.refunded', refund))).status).toBe(200);
    expect((await deliver(seller, event('charge.dispute.closed', dispute))).status).toBe(200);
    expect(await statusOf(sessionId)).toBe('pending');
    expect(await publishedOf(sessionId)).toEqual([]);

    await shop.pay(sessionId, 'async_paid');
    await shop.refund(sessionId, 100);
    for (const each of await shop.eventsOf(seller.keys.secretKey)) await deliver(seller, each);
    expect(await shop.order(sessionId)).toMatchObject({
      status: 'completed',
      facts: { paid: true, refundedMinor: 100 },
    });
  });

  it('creates a license after a webhook outage of four days, but not for an unpaid checkout of the same age', async () => {
    const seller = await openSeller();
    const [sold, stored] = [await seller.checkOut(), await seller.checkOut()];
    await shop.pay(sold);
    await shop.backdate(sold, (4 * DAY_MS) / 1000);
    for (const sessionId of [sold, stored]) await age(sessionId, 4 * DAY_MS);
    expect((await deliver(seller, await real(seller, sold))).status).toBe(200);
    expect((await deliver(seller, await forged(stored))).status).toBe(200);
    expect(await statusOf(sold)).toBe('completed');
    expect(await statusOf(stored)).toBeNull();

    // A bank debit takes days, and is believed for as long.
    const debit = await seller.checkOut();
    await age(debit, 4 * DAY_MS);
    await deliver(seller, await forged(debit, 'checkout.session.async_payment_succeeded'));
    expect(await statusOf(debit)).toBe('completed');
  });

  it('is confirmed by Stripe if the checkout is older than any bank debit takes', async () => {
    const seller = await openSeller();
    const [forgedDebit, paid] = [await seller.checkOut(), await seller.checkOut()];
    for (const sessionId of [forgedDebit, paid]) await age(sessionId, 16 * DAY_MS);
    const settled = 'checkout.session.async_payment_succeeded';
    expect((await deliver(seller, await forged(forgedDebit, settled))).status).toBe(200);
    expect(await shop.order(forgedDebit)).toBeNull();
    expect(await publishedOf(forgedDebit)).toEqual([]);
    await shop.pay(paid);
    expect((await deliver(seller, await forged(paid, settled))).status).toBe(200);
    expect(await statusOf(paid)).toBe('completed');
  });

  it('is pending and unconfirmed while Stripe does not reply, and completes the order later', async () => {
    const seller = await openSeller();
    const sessionId = await seller.checkOut();
    await seller.change({ isActive: false });
    await shop.pay(sessionId);
    await failStripe(seller.keys.secretKey);
    try {
      const claim = await forged(sessionId);
      expect((await deliver(seller, claim)).status).toBe(503);
      const pending = await shop.order(sessionId);
      expect(pending).toMatchObject({
        status: 'pending',
        customerEmail: '',
        unconfirmedAt: expect.any(Date),
      });
      // The alert counts from the first report, however often Stripe delivers it.
      const copies = await Promise.all([deliver(seller, claim), deliver(seller, claim)]);
      expect(copies.map(({ status }) => status)).toEqual([503, 503]);
      expect(await shop.order(sessionId)).toEqual(pending);
    } finally {
      await mendStripe();
    }
    await reconcileNow(seller);
    await until(async () => (await statusOf(sessionId)) === 'completed');
    expect(await shop.order(sessionId)).toMatchObject({ customerEmail: 'buyer@example.com' });
    await until(async () => (await publishedOf(sessionId)).length === 1);
  });

  it('is pending, not dropped, if the key that knows the payment was revoked', async () => {
    const seller = await openSeller();
    const sessionId = await seller.checkOut();
    await shop.pay(sessionId);
    const paid = await real(seller, sessionId);
    await seller.change({ isActive: false, sealedSecretKey: null });
    expect((await deliver(seller, paid)).status).toBe(503);
    expect(await statusOf(sessionId)).toBe('pending');
  });

  it('is accepted without Stripe up to an hourly limit, and must be confirmed by Stripe above the limit', async () => {
    const HOUR_MS = 3_600_000;
    // Not across the end of an hour.
    await until(() => Date.now() % HOUR_MS < HOUR_MS - 10_000);
    const seller = await openSeller();
    const [last, stored, paid] = [await seller.checkOut(), await seller.checkOut(), await seller.checkOut()];
    await collection('payment_claims').insertOne({
      _id: `${seller._id}:${Math.floor(Date.now() / HOUR_MS)}` as never,
      count: MAX_CLAIMS_AN_HOUR - 1,
    });
    for (const sessionId of [last, stored]) await deliver(seller, await forged(sessionId));
    expect(await statusOf(last)).toBe('completed');
    expect(await statusOf(stored)).toBeNull();
    await shop.pay(paid);
    expect((await deliver(seller, await real(seller, paid))).status).toBe(200);
    expect(await statusOf(paid)).toBe('completed');
  });
});
