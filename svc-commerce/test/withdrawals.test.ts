import { orderWithdrawn } from '@leadping/contracts/commerce/order-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type Stripe from 'stripe';
import { hashEmail } from '../src/orders/hash-email.ts';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { receiveWithdrawal } from '../src/withdrawals/receive-withdrawal.ts';
import { withdrawalStatementModel } from '../src/withdrawals/statement.model.ts';
import { idempotencyKey, openShop, randomKeys, type Shop } from './shop.ts';

const DAY_MS = 24 * 3_600_000;
const MESSAGE = { receivedAt: expect.any(String) };

describe('a withdrawal', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const automatic = (on: boolean) =>
    shop.asAdmin('/api/admin/settings', { json: { refundsWithdrawals: on } });
  const buy = async (email = 'buyer@example.com') => {
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId, 'paid', email);
    const events = await shop.eventsOf(shop.platformKey);
    const paid = events.find(({ data }) => (data.object as { id?: string }).id === sessionId);
    await shop.deliver(paid as Stripe.Event);
    const order = await shop.order(sessionId);
    if (!order) throw new Error('no order');
    return order;
  };
  const withdraw = (orderNumber: string, email = 'buyer@example.com', name = 'Ann') =>
    shop.call('/api/withdrawals', { json: { orderNumber, email, name } });
  const decide = () => shop.runJob('decide withdrawals');
  const read = async ({ _id }: OrderDocument) => orderModel(shop.database).findById(_id).orFail().lean();
  const refundsOf = async ({ paymentIntentId }: OrderDocument) => {
    const reply = await send(`${shop.sandbox.url}/v1/refunds?payment_intent=${paymentIntentId}`, {
      headers: { authorization: `Bearer ${shop.platformKey}` },
    });
    return (reply.body as { data: Stripe.Refund[] }).data;
  };
  const age = ({ _id }: OrderDocument, days: number) => {
    const at = new Date(Date.now() - days * DAY_MS);
    return orderModel(shop.database).updateOne({ _id }, { $set: { paidAt: at, soldAt: at } });
  };

  it('is a request on the order by default, and is published with the time of its arrival', async () => {
    const withdrawn = await shop.fakeService.collect(orderWithdrawn);
    await automatic(false);
    const order = await buy();
    // Letter case and a plus tag belong to the same mailbox rules as everywhere.
    expect(await withdraw(` ${order._id.toUpperCase()} `, 'Buyer@Example.com')).toMatchObject({
      status: 202,
      body: MESSAGE,
    });
    await decide();
    expect((await read(order)).withdrawal).toMatchObject({ name: 'Ann', outcome: 'request' });
    await until(() => withdrawn.some(({ orderId }) => orderId === order._id));
    expect(withdrawn.find(({ orderId }) => orderId === order._id)).toMatchObject({
      outcome: 'request',
      customerEmail: 'buyer@example.com',
      purchase: { money: order.money, seller: order.sellerTerms },
      receivedAt: (await read(order)).withdrawal?.receivedAt.toISOString(),
    });
    expect(await refundsOf(order)).toHaveLength(0);
    const list = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(list.body).toMatchObject([{ withdrawal: { outcome: 'request' } }]);
  });

  it('is refunded at once to the original payment if the seller chose that', async () => {
    await automatic(true);
    const order = await buy();
    await withdraw(order._id);
    await decide();
    expect((await read(order)).withdrawal?.outcome).toBe('refund');
    expect(await refundsOf(order)).toMatchObject([{ amount: 7900, payment_intent: order.paymentIntentId }]);
    expect((await read(order)).status).toBe('completed');
  });

  it('is stored whether or not its order exists, so that no reply is faster', async () => {
    const withdrawalStatements = withdrawalStatementModel(shop.database);
    const { _id } = await buy();
    // Due in an hour, because the job also runs by itself.
    const clock = { now: () => Date.now() + 3_600_000, adjust: () => Promise.resolve() };
    for (const orderNumber of [_id, '0123456789abcdef01234567', 'no order']) {
      const statement = { orderNumber, email: 'buyer@example.com', name: 'Ann' };
      await receiveWithdrawal({ withdrawalStatements, clock }, statement);
    }
    expect(await withdrawalStatements.countDocuments()).toBe(3);
    await withdrawalStatements.deleteMany({});
  });

  it('has the same reply for every order number and address, and only the address of the order counts', async () => {
    await automatic(true);
    const withdrawn = await shop.fakeService.collect(orderWithdrawn);
    const order = await buy();
    const replies = [
      await withdraw(order._id, 'stranger@example.com'),
      await withdraw('0123456789abcdef01234567'),
      await withdraw('no order'),
      await withdraw(order._id),
    ];
    for (const { status, body } of replies) {
      expect({ status, body }).toEqual({ status: 202, body: MESSAGE });
    }
    await decide();
    expect(await withdrawalStatementModel(shop.database).countDocuments()).toBe(0);
    await until(() => withdrawn.some(({ orderId }) => orderId === order._id));
    expect(withdrawn.filter(({ customerEmail }) => customerEmail !== 'buyer@example.com')).toEqual([]);
  });

  it('with another address changes nothing, even with the license key of the order', async () => {
    await automatic(true);
    const order = await buy();
    await orderModel(shop.database).updateOne(
      { _id: order._id },
      { $set: { licenseId: 'l1', sealedLicenseKey: shop.licenseKeys.seal('LEAKED-KEY', 'l1') } },
    );
    await withdraw(order._id, 'thief@example.com', 'LEAKED-KEY');
    await withdraw('LEAKED-KEY');
    await decide();
    expect((await read(order)).withdrawal).toBeUndefined();
    expect(await refundsOf(order)).toHaveLength(0);
  });

  it('repeated any number of times is confirmed and refunded once', async () => {
    await automatic(true);
    const withdrawn = await shop.fakeService.collect(orderWithdrawn);
    const order = await buy();
    await Promise.all(Array.from({ length: 10 }, () => withdraw(order._id)));
    await Promise.all([decide(), decide()]);
    const first = (await read(order)).withdrawal;
    await withdraw(order._id);
    await decide();
    expect((await read(order)).withdrawal).toEqual(first);
    expect(await refundsOf(order)).toHaveLength(1);
    const last = await buy();
    await withdraw(last._id);
    await decide();
    await until(() => withdrawn.some(({ orderId }) => orderId === last._id));
    expect(withdrawn.filter(({ orderId }) => orderId === order._id)).toHaveLength(1);
  });

  it('that races a refund by the seller refunds once', async () => {
    await automatic(true);
    const order = await buy();
    await withdraw(order._id);
    await Promise.all([
      decide(),
      shop.asAdmin(`/api/admin/orders/${order._id}/refunds`, {
        json: { amount: '79.00', refunded: '0.00' },
        headers: { 'idempotency-key': idempotencyKey() },
      }),
    ]);
    expect(await refundsOf(order)).toHaveLength(1);
    expect((await read(order)).withdrawal).toBeDefined();
  });

  it('of an order that is disputed or was refunded refunds nothing', async () => {
    await automatic(true);
    const [disputed, refunded] = [await buy(), await buy()];
    await shop.dispute(disputed.sessionId);
    await shop.refund(refunded.sessionId);
    for (const event of await shop.eventsOf(shop.platformKey)) {
      const { payment_intent } = event.data.object as { payment_intent?: string | null };
      const isTheirs = [disputed, refunded].some((order) => order.paymentIntentId === payment_intent);
      if (isTheirs) await shop.deliver(event);
    }
    await withdraw(disputed._id);
    await withdraw(refunded._id);
    await decide();
    expect((await read(disputed)).withdrawal?.outcome).toBe('request');
    expect((await read(refunded)).withdrawal?.outcome).toBe('refunded');
    expect(await refundsOf(disputed)).toHaveLength(0);
    expect(await refundsOf(refunded)).toHaveLength(1);
  });

  it('that Stripe refuses stays on the order, so that the seller sees it', async () => {
    await automatic(true);
    const order = await buy();
    // Stripe knows of the dispute, and we do not yet.
    await shop.dispute(order.sessionId);
    await withdraw(order._id);
    await decide();
    expect((await read(order)).withdrawal?.outcome).toBe('refund');
    expect((await read(order)).refundRequests).toMatchObject([{ state: 'refused', refusal: 'disputed' }]);
  });

  it('after the period is recorded, and refunds nothing', async () => {
    await automatic(true);
    const [within, after] = [await buy(), await buy()];
    await age(within, 59);
    await age(after, 69);
    await withdraw(within._id);
    await withdraw(after._id);
    await decide();
    expect((await read(within)).withdrawal?.outcome).toBe('refund');
    expect((await read(after)).withdrawal?.outcome).toBe('late');
    expect(await refundsOf(after)).toHaveLength(0);
  });

  // November 10 is a Tuesday, and so is day 14. Day 60 is a Saturday, which moves to Monday, January 11.
  it.each([
    ['the last minute of day 14', 0, '2026-11-25T11:59:59Z', { outcome: 'refund' }],
    ['one minute later', 0, '2026-11-25T12:01:00Z', { outcome: 'request', isPastPeriod: true }],
    ['four days later', 0, '2026-11-29T12:01:00Z', { outcome: 'late' }],
    ['the weekend after the guarantee', 60, '2027-01-10T12:00:00Z', { outcome: 'refund' }],
    ['the last minute of that Monday', 60, '2027-01-12T11:59:59Z', { outcome: 'refund' }],
    ['one minute after it', 60, '2027-01-12T12:01:00Z', { outcome: 'request', isPastPeriod: true }],
  ])(
    'that arrives in %s, with a guarantee of %i days, follows the calendar',
    async (_, days, at, decided) => {
      await automatic(true);
      const order = await buy();
      const soldAt = new Date('2026-11-10T09:00:00Z');
      await orderModel(shop.database).updateOne(
        { _id: order._id },
        { $set: { paidAt: soldAt, soldAt, 'sellerTerms.guaranteeDays': days } },
      );
      // Stored as if it had arrived then, because the job also runs by itself.
      await withdrawalStatementModel(shop.database).create({
        _id: order._id,
        orderId: order._id,
        emailHash: hashEmail('buyer@example.com'),
        receivedAt: new Date(at),
        nextAttemptAt: new Date(),
      });
      await decide();
      const { receivedAt, name: _name, ...rest } = (await read(order)).withdrawal ?? {};
      expect({ receivedAt, ...rest }).toEqual({ receivedAt: new Date(at), ...decided });
    },
  );

  it.each([
    [0, 0, 13, 'refund'],
    [0, 0, 22, 'late'],
    [30, 30, 29, 'refund'],
    [30, 30, 38, 'late'],
    [60, 0, 45, 'refund'],
    [0, 60, 45, 'late'],
  ] as const)(
    'from a reseller with a guarantee of %i days at the sale and %i later, sent %i days after the payment, has the outcome %s',
    async (guaranteeDays, later, days, outcome) => {
      const keys = randomKeys();
      const promises = { guaranteeDays, supportReplyHours: 24, refundsWithdrawals: true } as const;
      const { _id: resellerId } = await shop.addReseller({ promises, email: 'seller@example.com' }, keys);
      const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId });
      await shop.pay(sessionId);
      const [paid] = await shop.eventsOf(keys.secretKey);
      const path = `/api/stripe-webhook/reseller/${resellerId}`;
      for (const event of await shop.eventsOf(keys.secretKey)) {
        await shop.deliver(event, { path, secret: keys.webhookSecret });
      }
      expect(paid).toBeDefined();
      const order = (await shop.order(sessionId)) as OrderDocument;
      const saved = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/promises', {
        method: 'PUT',
        json: { ...promises, guaranteeDays: later },
      });
      expect(saved.status).toBe(200);
      await age(order, days);
      await withdraw(order._id);
      await decide();
      expect((await read(order)).withdrawal?.outcome).toBe(outcome);
    },
  );

  it.each([
    [{ orderNumber: '', email: 'buyer@example.com' }],
    [{ orderNumber: 'a', email: 'no address' }],
    [{ orderNumber: { $ne: '' }, email: 'buyer@example.com' }],
  ])('with invalid input is refused: %j', async (json) => {
    expect((await shop.call('/api/withdrawals', { json })).status).toBe(400);
  });

  it('refunds what was paid, whatever amount the request names', async () => {
    await automatic(true);
    const order = await buy();
    const json = { orderNumber: order._id, email: order.customerEmail, name: null, amount: '1000.00' };
    expect((await shop.call('/api/withdrawals', { json })).status).toBe(202);
    await decide();
    const [refund, ...others] = await refundsOf(order);
    expect([refund?.amount, others]).toEqual([7900, []]);
  });
});
