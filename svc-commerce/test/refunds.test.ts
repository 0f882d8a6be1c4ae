import { orderRefunded, orderRefundFailed } from '@leadping/contracts/commerce/order-events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type Stripe from 'stripe';
import { orderModel } from '../src/orders/order.model.ts';
import { refundCalls } from './refund-calls.ts';
import { idempotencyKey, openShop, type Shop } from './shop.ts';

describe('a refund', () => {
  let shop: Shop;
  let calls: ReturnType<typeof refundCalls>;
  beforeAll(async () => {
    shop = await openShop();
    calls = refundCalls(shop);
  });
  afterEach(async () => {
    await send(calls.faults(), { method: 'DELETE' });
  });
  afterAll(() => shop.close());

  it('of the whole order is only requested until the event of Stripe makes the order refunded', async () => {
    const refunded = await shop.fakeService.collect(orderRefunded);
    const order = await calls.buy();
    const reply = await calls.refund(order, { amount: '79.00' });
    expect(reply).toMatchObject({
      status: 202,
      body: {
        total: '79.00',
        refunded: '0.00',
        requests: [{ amount: '79.00', outcome: 'requested', reason: null }],
      },
    });
    expect((await calls.read(order.sessionId)).status).toBe('completed');
    const list = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(list.body).toMatchObject([{ status: 'completed', isRefundRequested: true }]);

    await calls.deliverAll(order);
    expect((await calls.read(order.sessionId)).status).toBe('refunded');
    await until(() => refunded.some(({ orderId }) => orderId === order._id));
    expect(await calls.stateOf(order)).toMatchObject({
      refunded: '79.00',
      refundable: '0.00',
      obstacle: 'This order is refunded in full.',
      requests: [{ outcome: 'confirmed' }],
    });
    const [made] = await calls.refundsAtStripe(order);
    expect(made).toMatchObject({ amount: 7900, metadata: { orderId: order._id } });
  });

  it('of a part keeps the order completed, and the rest can be refunded after it', async () => {
    const order = await calls.buy();
    expect((await calls.refund(order, { amount: '20.00' })).status).toBe(202);
    await calls.deliverAll(order);
    expect(await calls.read(order.sessionId)).toMatchObject({ status: 'completed', netMinor: 5900 });
    const list = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(list.body).toMatchObject([{ amounts: { refunded: '20.00' } }]);
    expect((await calls.refund(order, { amount: '59.00', refunded: '20.00' })).status).toBe(202);
    await calls.deliverAll(order);
    expect((await calls.read(order.sessionId)).status).toBe('refunded');
  });

  it('is made once by a double click', async () => {
    const order = await calls.buy();
    const key = idempotencyKey();
    const replies = await Promise.all([1, 2, 3].map(() => calls.refund(order, { amount: '20.00' }, { key })));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await calls.refundsAtStripe(order)).toHaveLength(1);
    expect((await calls.stateOf(order)).requests).toHaveLength(1);
  });

  it('is made once if two admins request it at the same time', async () => {
    const order = await calls.buy();
    const replies = await Promise.all([1, 2].map(() => calls.refund(order, { amount: '20.00' })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('A refund of $20.00 was requested'),
    });
    expect(await calls.refundsAtStripe(order)).toHaveLength(1);
  });

  it('is refused if another admin refunded a part since the caller looked', async () => {
    const order = await calls.buy();
    await calls.refund(order, { amount: '20.00' });
    await calls.deliverAll(order);
    const late = await calls.refund(order, { amount: '20.00' });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((late.body as { message: string }).message).toContain('$20.00 of this order is refunded by now');
    expect(await calls.refundsAtStripe(order)).toHaveLength(1);
  });

  it("is refused again while the refund's own event has arrived and the charge's has not", async () => {
    const order = await calls.buy();
    await calls.refund(order, { amount: '20.00' });
    const events = await shop.eventsOf(shop.platformKey);
    const created = events.find(
      ({ type, data }) =>
        type === 'refund.created' &&
        (data.object as { payment_intent?: string }).payment_intent === order.paymentIntentId,
    );
    await shop.deliver(created as Stripe.Event);
    expect(await calls.refund(order, { amount: '20.00' })).toMatchObject({ status: 409 });
    const waiting = { refunded: '20.00', refundable: '59.00', requests: [{ outcome: 'requested' }] };
    expect(await calls.stateOf(order)).toMatchObject(waiting);
  });

  it.each(['0.00', '0', '-5', '79.01', '1000', '7.999', '1e2', 'all', '٣'])(
    'of %s from 79.00 is refused at its field, and Stripe is not asked',
    async (amount) => {
      const order = await calls.buy();
      expect(await calls.refund(order, { amount })).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_FAILED',
          field: 'amount',
          message: 'Enter an amount of $0.01 to $79.00, in USD.',
        },
      });
      expect(await calls.refundsAtStripe(order)).toHaveLength(0);
      expect((await calls.stateOf(order)).requests).toEqual([]);
    },
  );

  it('whose parts would exceed the total together is refused', async () => {
    const order = await calls.buy();
    await calls.refund(order, { amount: '50.00' });
    await calls.deliverAll(order);
    expect(await calls.refund(order, { amount: '29.01', refunded: '50.00' })).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount of $0.01 to $29.00, in USD.' },
    });
  });

  it('whose reply was lost is made once, however often it is repeated', async () => {
    const order = await calls.buy();
    const key = idempotencyKey();
    // The library tries twice by itself.
    await calls.orderFault({ kind: 'lost-reply', times: 2 });
    const lost = await calls.refund(order, { amount: '79.00' }, { key });
    expect(lost).toMatchObject({ status: 202, body: { requests: [{ outcome: 'requested' }] } });
    expect((await calls.read(order.sessionId)).refundRequests).toMatchObject([{ state: 'sending' }]);
    expect(await calls.refund(order, { amount: '79.00' }, { key })).toMatchObject({ status: 202 });
    expect(await calls.refund(order, { amount: '79.00' })).toMatchObject({ status: 409 });
    expect(await calls.refundsAtStripe(order)).toHaveLength(1);
    expect((await calls.read(order.sessionId)).refundRequests).toMatchObject([
      { state: 'accepted', refundId: (await calls.refundsAtStripe(order))[0]?.id },
    ]);
  });

  it('that Stripe never received is sent again by the job', async () => {
    const order = await calls.buy();
    await calls.orderFault({ kind: 'reset', times: 2 });
    expect(await calls.refund(order, { amount: '20.00' })).toMatchObject({ status: 202 });
    expect(await calls.refundsAtStripe(order)).toHaveLength(0);
    const orders = orderModel(shop.database);
    await orders.updateOne({ _id: order._id }, { $set: { refundDueAt: new Date(Date.now() - 1000) } });
    await shop.runJob('send refunds again');
    expect(await calls.refundsAtStripe(order)).toMatchObject([{ amount: 2000 }]);
    expect(await calls.read(order.sessionId)).toMatchObject({ refundDueAt: null });
  });

  it('whose reply was lost is not made again after Stripe has forgotten its key', async () => {
    const order = await calls.buy();
    const again = await calls.buy();
    await calls.orderFault({ kind: 'lost-reply', times: 2 });
    await calls.refund(order, { amount: '20.00' });
    await calls.orderFault({ kind: 'reset', times: 2 });
    await calls.refund(again, { amount: '20.00' });
    const orders = orderModel(shop.database);
    const old = { requestedAt: new Date(Date.now() - 25 * 3_600_000) };
    for (const { _id } of [order, again]) {
      const { refundRequests = [] } = await orders.findById(_id).orFail().lean();
      const aged = refundRequests.map((request) => ({ ...request, ...old }));
      await orders.updateOne({ _id }, { $set: { refundRequests: aged, refundDueAt: new Date(1) } });
    }
    await shop.runJob('send refunds again');
    expect(await calls.refundsAtStripe(order)).toHaveLength(1);
    expect((await calls.read(order.sessionId)).refundRequests).toMatchObject([{ state: 'accepted' }]);
    expect(await calls.refundsAtStripe(again)).toHaveLength(0);
    expect((await calls.stateOf(again)).requests).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('could not be reached for a day') },
    ]);
  });

  it('is refused with the same key and another amount', async () => {
    const order = await calls.buy();
    const key = idempotencyKey();
    await calls.refund(order, { amount: '20.00' }, { key });
    expect(await calls.refund(order, { amount: '30.00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    expect(await calls.refundsAtStripe(order)).toMatchObject([{ amount: 2000 }]);
  });

  it("is made by the reseller on their own account, and not for another reseller's order", async () => {
    const [seller, other] = [await calls.addSeller(), await calls.addSeller()];
    const order = await calls.buy(seller);
    const own = await calls.buy();
    for (const [target, resellerId] of [
      [order, other.resellerId],
      [own, seller.resellerId],
    ] as const) {
      expect(await calls.refund(target, { amount: '5.00' }, { seller: resellerId })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
      const path = `/api/resellers/orders/${target._id}/refunds`;
      expect((await shop.as({ role: 'reseller', resellerId }, path)).status).toBe(404);
    }
    expect(await calls.refund(order, { amount: '5.00' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('Only they can refund it') },
    });
    expect(await calls.refundsAtStripe(order, seller.keys.secretKey)).toHaveLength(0);
    expect((await calls.refund(order, { amount: '5.00' }, { seller: seller.resellerId })).status).toBe(202);
    expect(await calls.refundsAtStripe(order, seller.keys.secretKey)).toMatchObject([{ amount: 500 }]);
  });

  it('in yen has no decimals', async () => {
    const seller = await calls.addSeller({ currency: 'JPY', productPrice: 7900 });
    const order = await calls.buy(seller);
    const by = { seller: seller.resellerId };
    expect(await calls.refund(order, { amount: '79.50', refunded: '0' }, by)).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount of ¥1 to ¥7,900, in JPY.' },
    });
    expect(await calls.refund(order, { amount: '2900', refunded: '0' }, by)).toMatchObject({
      status: 202,
      body: { total: '7900', refundable: '7900' },
    });
    await calls.deliverAll(order, seller);
    expect(await calls.read(order.sessionId)).toMatchObject({ netMinor: 5000 });
  });

  it('that waits at the provider and then fails reinstates the license, and can be requested again', async () => {
    const failed = await shop.fakeService.collect(orderRefundFailed);
    const seller = await calls.addSeller();
    const stripe = (method: string, path: string, json: object) =>
      send(shop.sandbox.url + path, { method, json });
    await stripe('PUT', `/sandbox/accounts/${seller.keys.secretKey}/profile`, { refunds: 'pending' });
    const order = await calls.buy(seller);
    const by = { seller: seller.resellerId };
    expect((await calls.refund(order, { amount: '79.00' }, by)).status).toBe(202);
    await calls.deliverAll(order, seller);
    // The buyer's bank has the money until it says otherwise, so that the order counts as refunded.
    expect((await calls.refundsAtStripe(order, seller.keys.secretKey))[0]?.status).toBe('pending');
    expect((await calls.read(order.sessionId)).status).toBe('refunded');

    await stripe('POST', `/pay/${order.sessionId}/refund/settle`, { outcome: 'failed', reason: 'declined' });
    await calls.deliverAll(order, seller);
    await until(() => failed.some(({ orderId }) => orderId === order._id));
    expect((await calls.read(order.sessionId)).status).toBe('completed');
    expect(await calls.stateOf(order)).toMatchObject({
      refunded: '0.00',
      refundable: '79.00',
      requests: [{ outcome: 'failed' }],
    });
    expect((await calls.refund(order, { amount: '79.00' }, by)).status).toBe(202);
  });
});
