import { orderRefunded, orderRefundFailed } from '@leadping/contracts/commerce/order-events';
import type { OrderRefunds } from '@leadping/contracts/commerce/refund-routes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send, type Reply } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type Stripe from 'stripe';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { secretPlace } from '../src/secrets/sealed-fields.ts';
import { idempotencyKey, openShop, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';

describe('a refund', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterEach(async () => {
    await send(faults(), { method: 'DELETE' });
  });
  afterAll(() => shop.close());

  const faults = () => `${shop.sandbox.url}/sandbox/stripe/faults`;
  const orderFault = (fault: object) =>
    send(faults(), { method: 'PUT', json: { path: '/v1/refunds', ...fault } });

  /** Sends what the provider has recorded for this payment so far, as its webhooks. */
  const deliverAll = async (order: OrderDocument, seller?: Seller) => {
    const events = await shop.eventsOf(seller?.keys.secretKey ?? shop.platformKey);
    for (const event of events) {
      const object = event.data.object as { id?: string; payment_intent?: string | null };
      if (object.id !== order.sessionId && object.payment_intent !== order.paymentIntentId) continue;
      const to = seller && {
        path: `/api/stripe-webhook/reseller/${seller.resellerId}`,
        secret: seller.keys.webhookSecret,
      };
      expect((await shop.deliver(event, to ?? {})).status).toBe(200);
    }
  };

  interface Seller {
    resellerId: string;
    keys: ResellerKeys;
  }
  const addSeller = async (fields: object = {}, keys = randomKeys()): Promise<Seller> => {
    const { _id } = await shop.addReseller(fields, keys);
    return { resellerId: _id, keys };
  };

  const read = async (sessionId: string) => {
    const order = await shop.order(sessionId);
    if (!order) throw new Error('no order');
    return order;
  };
  const buy = async (seller?: Seller) => {
    const path = seller ? '/api/create-reseller-product-checkout' : MAIN;
    const sessionId = await shop.checkOut(path, seller ? { resellerId: seller.resellerId } : {});
    await shop.pay(sessionId);
    const events = await shop.eventsOf(seller?.keys.secretKey ?? shop.platformKey);
    const paid = events.find(({ data }) => (data.object as { id?: string }).id === sessionId) as Stripe.Event;
    const to = seller && {
      path: `/api/stripe-webhook/reseller/${seller.resellerId}`,
      secret: seller.keys.webhookSecret,
    };
    expect((await shop.deliver(paid, to ?? {})).status).toBe(200);
    return read(sessionId);
  };

  const refund = (
    { _id }: OrderDocument,
    json: { amount: string; refunded?: string },
    { key = idempotencyKey(), seller }: { key?: string; seller?: string } = {},
  ): Promise<Reply> => {
    const options = { json: { refunded: '0.00', ...json }, headers: { 'idempotency-key': key } };
    return seller === undefined
      ? shop.asAdmin(`/api/admin/orders/${_id}/refunds`, options)
      : shop.as({ role: 'reseller', resellerId: seller }, `/api/resellers/orders/${_id}/refunds`, options);
  };
  const refundsAtStripe = async ({ paymentIntentId }: OrderDocument, key = shop.platformKey) => {
    const reply = await send(`${shop.sandbox.url}/v1/refunds?payment_intent=${paymentIntentId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (reply.body as { data: Stripe.Refund[] }).data;
  };
  const stateOf = async ({ _id }: OrderDocument) =>
    (await shop.asAdmin(`/api/admin/orders/${_id}/refunds`)).body as OrderRefunds;

  it('of the whole order is only requested until the event of Stripe makes the order refunded', async () => {
    const refunded = await shop.fakeService.collect(orderRefunded);
    const order = await buy();
    const reply = await refund(order, { amount: '79.00' });
    expect(reply).toMatchObject({
      status: 202,
      body: {
        total: '79.00',
        refunded: '0.00',
        requests: [{ amount: '79.00', outcome: 'requested', reason: null }],
      },
    });
    expect((await read(order.sessionId)).status).toBe('completed');
    const list = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(list.body).toMatchObject([{ status: 'completed', isRefundRequested: true }]);

    await deliverAll(order);
    expect((await read(order.sessionId)).status).toBe('refunded');
    await until(() => refunded.some(({ orderId }) => orderId === order._id));
    expect(await stateOf(order)).toMatchObject({
      refunded: '79.00',
      refundable: '0.00',
      obstacle: 'This order is refunded in full.',
      requests: [{ outcome: 'confirmed' }],
    });
    const [made] = await refundsAtStripe(order);
    expect(made).toMatchObject({ amount: 7900, metadata: { orderId: order._id } });
  });

  it('of a part keeps the order completed, and the rest can be refunded after it', async () => {
    const order = await buy();
    expect((await refund(order, { amount: '20.00' })).status).toBe(202);
    await deliverAll(order);
    expect(await read(order.sessionId)).toMatchObject({ status: 'completed', netMinor: 5900 });
    const list = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(list.body).toMatchObject([{ amounts: { refunded: '20.00' } }]);
    expect((await refund(order, { amount: '59.00', refunded: '20.00' })).status).toBe(202);
    await deliverAll(order);
    expect((await read(order.sessionId)).status).toBe('refunded');
  });

  it('is made once by a double click', async () => {
    const order = await buy();
    const key = idempotencyKey();
    const replies = await Promise.all([1, 2, 3].map(() => refund(order, { amount: '20.00' }, { key })));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await refundsAtStripe(order)).toHaveLength(1);
    expect((await stateOf(order)).requests).toHaveLength(1);
  });

  it('is made once if two admins request it at the same time', async () => {
    const order = await buy();
    const replies = await Promise.all([1, 2].map(() => refund(order, { amount: '20.00' })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('A refund of $20.00 was requested'),
    });
    expect(await refundsAtStripe(order)).toHaveLength(1);
  });

  it('is refused if another admin refunded a part since the caller looked', async () => {
    const order = await buy();
    await refund(order, { amount: '20.00' });
    await deliverAll(order);
    const late = await refund(order, { amount: '20.00' });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((late.body as { message: string }).message).toContain('$20.00 of this order is refunded by now');
    expect(await refundsAtStripe(order)).toHaveLength(1);
  });

  it("is refused again while the refund's own event has arrived and the charge's has not", async () => {
    const order = await buy();
    await refund(order, { amount: '20.00' });
    const events = await shop.eventsOf(shop.platformKey);
    const created = events.find(
      ({ type, data }) =>
        type === 'refund.created' &&
        (data.object as { payment_intent?: string }).payment_intent === order.paymentIntentId,
    );
    await shop.deliver(created as Stripe.Event);
    expect(await refund(order, { amount: '20.00' })).toMatchObject({ status: 409 });
    const waiting = { refunded: '20.00', refundable: '59.00', requests: [{ outcome: 'requested' }] };
    expect(await stateOf(order)).toMatchObject(waiting);
  });

  it.each(['0.00', '0', '-5', '79.01', '1000', '7.999', '1e2', 'all', '٣'])(
    'of %s from 79.00 is refused at its field, and Stripe is not asked',
    async (amount) => {
      const order = await buy();
      expect(await refund(order, { amount })).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_FAILED',
          field: 'amount',
          message: 'Enter an amount of $0.01 to $79.00, in USD.',
        },
      });
      expect(await refundsAtStripe(order)).toHaveLength(0);
      expect((await stateOf(order)).requests).toEqual([]);
    },
  );

  it('whose parts would exceed the total together is refused', async () => {
    const order = await buy();
    await refund(order, { amount: '50.00' });
    await deliverAll(order);
    expect(await refund(order, { amount: '29.01', refunded: '50.00' })).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount of $0.01 to $29.00, in USD.' },
    });
  });

  it('whose reply was lost is made once, however often it is repeated', async () => {
    const order = await buy();
    const key = idempotencyKey();
    // The library tries twice by itself.
    await orderFault({ kind: 'lost-reply', times: 2 });
    const lost = await refund(order, { amount: '79.00' }, { key });
    expect(lost).toMatchObject({ status: 202, body: { requests: [{ outcome: 'requested' }] } });
    expect((await read(order.sessionId)).refundRequests).toMatchObject([{ state: 'sending' }]);
    expect(await refund(order, { amount: '79.00' }, { key })).toMatchObject({ status: 202 });
    expect(await refund(order, { amount: '79.00' })).toMatchObject({ status: 409 });
    expect(await refundsAtStripe(order)).toHaveLength(1);
    expect((await read(order.sessionId)).refundRequests).toMatchObject([
      { state: 'accepted', refundId: (await refundsAtStripe(order))[0]?.id },
    ]);
  });

  it('that Stripe never received is sent again by the job', async () => {
    const order = await buy();
    await orderFault({ kind: 'reset', times: 2 });
    expect(await refund(order, { amount: '20.00' })).toMatchObject({ status: 202 });
    expect(await refundsAtStripe(order)).toHaveLength(0);
    const orders = orderModel(shop.database);
    await orders.updateOne({ _id: order._id }, { $set: { refundDueAt: new Date(Date.now() - 1000) } });
    await shop.runJob('send refunds again');
    expect(await refundsAtStripe(order)).toMatchObject([{ amount: 2000 }]);
    expect(await read(order.sessionId)).toMatchObject({ refundDueAt: null });
  });

  it('whose reply was lost is not made again after Stripe has forgotten its key', async () => {
    const order = await buy();
    const again = await buy();
    await orderFault({ kind: 'lost-reply', times: 2 });
    await refund(order, { amount: '20.00' });
    await orderFault({ kind: 'reset', times: 2 });
    await refund(again, { amount: '20.00' });
    const orders = orderModel(shop.database);
    const old = { requestedAt: new Date(Date.now() - 25 * 3_600_000) };
    for (const { _id } of [order, again]) {
      const { refundRequests = [] } = await orders.findById(_id).orFail().lean();
      const aged = refundRequests.map((request) => ({ ...request, ...old }));
      await orders.updateOne({ _id }, { $set: { refundRequests: aged, refundDueAt: new Date(1) } });
    }
    await shop.runJob('send refunds again');
    expect(await refundsAtStripe(order)).toHaveLength(1);
    expect((await read(order.sessionId)).refundRequests).toMatchObject([{ state: 'accepted' }]);
    expect(await refundsAtStripe(again)).toHaveLength(0);
    expect((await stateOf(again)).requests).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('could not be reached for a day') },
    ]);
  });

  it('is refused with the same key and another amount', async () => {
    const order = await buy();
    const key = idempotencyKey();
    await refund(order, { amount: '20.00' }, { key });
    expect(await refund(order, { amount: '30.00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    expect(await refundsAtStripe(order)).toMatchObject([{ amount: 2000 }]);
  });

  it("is made by the reseller on their own account, and not for another reseller's order", async () => {
    const [seller, other] = [await addSeller(), await addSeller()];
    const order = await buy(seller);
    const own = await buy();
    for (const [target, resellerId] of [
      [order, other.resellerId],
      [own, seller.resellerId],
    ] as const) {
      expect(await refund(target, { amount: '5.00' }, { seller: resellerId })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
      const path = `/api/resellers/orders/${target._id}/refunds`;
      expect((await shop.as({ role: 'reseller', resellerId }, path)).status).toBe(404);
    }
    expect(await refund(order, { amount: '5.00' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('Only they can refund it') },
    });
    expect(await refundsAtStripe(order, seller.keys.secretKey)).toHaveLength(0);
    expect((await refund(order, { amount: '5.00' }, { seller: seller.resellerId })).status).toBe(202);
    expect(await refundsAtStripe(order, seller.keys.secretKey)).toMatchObject([{ amount: 500 }]);
  });

  it('without a stored key says so', async () => {
    const seller = await addSeller();
    const order = await buy(seller);
    const resellers = resellerModel(shop.database);
    await resellers.updateOne({ _id: seller.resellerId }, { $set: { sealedSecretKey: null } });
    expect(await refund(order, { amount: '5.00' }, { seller: seller.resellerId })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('No secret key of Stripe is stored') },
    });
  });

  it('in yen has no decimals', async () => {
    const seller = await addSeller({ currency: 'JPY', productPrice: 7900 });
    const order = await buy(seller);
    const by = { seller: seller.resellerId };
    expect(await refund(order, { amount: '79.50', refunded: '0' }, by)).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount of ¥1 to ¥7,900, in JPY.' },
    });
    expect(await refund(order, { amount: '2900', refunded: '0' }, by)).toMatchObject({
      status: 202,
      body: { total: '7900', refundable: '7900' },
    });
    await deliverAll(order, seller);
    expect(await read(order.sessionId)).toMatchObject({ netMinor: 5000 });
  });

  it('that fails days later reinstates the license, and can be requested again', async () => {
    const failed = await shop.fakeService.collect(orderRefundFailed);
    const order = await buy();
    await refund(order, { amount: '79.00' });
    await deliverAll(order);
    const events = await shop.eventsOf(shop.platformKey);
    const created = events.find(
      ({ type, data }) =>
        type === 'refund.created' &&
        (data.object as { payment_intent?: string }).payment_intent === order.paymentIntentId,
    ) as Stripe.Event;
    await shop.deliver({
      ...created,
      id: `${created.id}_failed`,
      type: 'refund.failed',
      data: { object: { ...created.data.object, status: 'failed', failure_reason: 'declined' } },
    });
    await until(() => failed.some(({ orderId }) => orderId === order._id));
    expect((await read(order.sessionId)).status).toBe('completed');
    expect(await stateOf(order)).toMatchObject({
      refunded: '0.00',
      refundable: '79.00',
      obstacle: null,
      requests: [{ outcome: 'failed' }],
    });
  });

  it('is refused for a disputed order, before and after we know of the dispute', async () => {
    const order = await buy();
    await shop.dispute(order.sessionId);
    expect(await refund(order, { amount: '79.00' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('opened a dispute') },
    });
    expect((await stateOf(order)).requests).toMatchObject([{ outcome: 'refused' }]);
    await deliverAll(order);
    expect(await refund(order, { amount: '79.00' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('opened a dispute') },
    });
  });

  it('that was made at Stripe meanwhile is refused with the reason, and the same key may try again', async () => {
    const order = await buy();
    const key = idempotencyKey();
    await shop.refund(order.sessionId, 2000);
    expect(await refund(order, { amount: '79.00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('less than this amount left') },
    });
    await shop.refund(order.sessionId);
    expect(await refund(order, { amount: '79.00' }, { key })).toMatchObject({
      status: 409,
      body: {
        code: 'REFUND_REFUSED',
        message: expect.stringContaining('refunded this payment in full before'),
      },
    });
    expect((await stateOf(order)).requests.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  });

  describe('with a restricted key that may not refund', () => {
    /** The sandbox has one account for keys that differ only in `sk` and `rk`. */
    const sellWith = async () => {
      const seller = await addSeller({}, { ...randomKeys(), secretKey: `sk_live_readonly${Date.now()}` });
      const order = await buy(seller);
      return { seller, order, restricted: seller.keys.secretKey.replace('sk_', 'rk_') };
    };
    const by = ({ resellerId }: Seller) => ({ seller: resellerId });

    it('names the permission, and refunds nothing', async () => {
      const { seller, order, restricted } = await sellWith();
      const sealedSecretKey = shop.sealer.seal(
        restricted,
        secretPlace('resellers', seller.resellerId, 'sealedSecretKey'),
      );
      await resellerModel(shop.database).updateOne({ _id: seller.resellerId }, { $set: { sealedSecretKey } });
      expect(await refund(order, { amount: '5.00' }, by(seller))).toMatchObject({
        status: 409,
        body: { code: 'REFUND_REFUSED', message: expect.stringContaining('rak_refund_write') },
      });
      expect(await refundsAtStripe(order, restricted)).toHaveLength(0);
    });

    it('is made with the former key that may', async () => {
      const { seller, order, restricted } = await sellWith();
      const saved = await shop.as({ role: 'reseller', ...seller }, '/api/resellers/stripe-config', {
        json: { liveSecretKey: restricted },
      });
      expect(saved.status).toBe(200);
      expect(await refund(order, { amount: '5.00' }, by(seller))).toMatchObject({ status: 202 });
      expect(await refundsAtStripe(order, restricted)).toMatchObject([{ amount: 500 }]);
    });
  });
});
