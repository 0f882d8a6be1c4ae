import { orderRefunded, orderWithdrawn } from '@leadping/contracts/commerce/order-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import type Stripe from 'stripe';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';

describe('a withdrawal of an order without money to refund', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.asAdmin('/api/admin/discount-codes', { json: { code: 'GIFT2026', percent: 100 } });
  });
  afterAll(() => shop.close());

  const automatic = (on: boolean) =>
    shop.asAdmin('/api/admin/settings', { json: { refundsWithdrawals: on } });
  const deliverAll = async () => {
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
  };
  const buy = async (body: { code?: string } = {}) => {
    const sessionId = await shop.checkOut('/api/create-main-checkout', body);
    await shop.pay(sessionId, 'paid', 'buyer@example.com');
    await deliverAll();
    return (await shop.order(sessionId)) as OrderDocument;
  };
  const withdraw = async ({ _id }: OrderDocument) => {
    await shop.call('/api/withdrawals', {
      json: { orderNumber: _id, email: 'buyer@example.com', name: 'Ann' },
    });
    await shop.runJob('decide withdrawals');
    return orderModel(shop.database).findById(_id).orFail().lean();
  };
  const obstacleOf = async ({ _id }: OrderDocument) =>
    ((await shop.asAdmin(`/api/admin/orders/${_id}/refunds`)).body as { obstacle: string }).obstacle;
  const listed = async (status = 'withdrawal-request') =>
    (await shop.asAdmin(`/api/admin/orders?status=${status}`)).body as { id: string }[];
  const answer = (id: string, actor: object = { role: 'admin' }, seller = 'admin') =>
    shop.as(actor, `/api/${seller}/orders/${id}/withdrawal/answer`, { method: 'POST' });

  it('ends a free order at once if the seller chose that, as a refund would', async () => {
    const [ended, withdrawn] = [
      await shop.fakeService.collect(orderRefunded),
      await shop.fakeService.collect(orderWithdrawn),
    ];
    await automatic(true);
    const order = await buy({ code: 'GIFT2026' });
    expect(order.money.amountMinor).toBe(0);
    const after = await withdraw(order);
    expect(after).toMatchObject({
      status: 'refunded',
      withdrawal: { outcome: 'refund', obstacle: 'free' },
    });
    expect(after.refundRequests).toBeUndefined();
    await until(() => ended.some(({ orderId }) => orderId === order._id));
    await until(() => withdrawn.some(({ orderId }) => orderId === order._id));
    expect(withdrawn.find(({ orderId }) => orderId === order._id)).toMatchObject({ obstacle: 'free' });
    expect(await obstacleOf(order)).toBe('This order cost nothing, so there is nothing to refund.');
    // The provider's own events, read again, do not bring it back.
    await deliverAll();
    expect((await shop.order(order.sessionId))?.status).toBe('refunded');
  });

  it('asks the seller of a free order to revoke the license, until they have answered', async () => {
    await automatic(false);
    const order = await buy({ code: 'GIFT2026' });
    const after = await withdraw(order);
    expect(after).toMatchObject({
      status: 'completed',
      withdrawal: { outcome: 'request', obstacle: 'free' },
    });
    expect(await obstacleOf(order)).toContain('revoke it under Licenses');
    const [shown] = (await listed()).filter(({ id }) => id === order._id);
    expect(shown).toMatchObject({ withdrawal: { isOpen: true, obstacle: 'free' } });
    expect(shown).not.toHaveProperty('withdrawal.refundDueBy');
    const [first, second] = [await answer(order._id), await answer(order._id)];
    expect(first).toMatchObject({ status: 200, body: { withdrawal: { isOpen: false } } });
    expect(second.body).toEqual(first.body);
    expect((await listed()).filter(({ id }) => id === order._id)).toEqual([]);
  });

  it('needs nothing after a lost dispute, because the bank returned the money', async () => {
    await automatic(true);
    const order = await buy();
    await shop.dispute(order.sessionId);
    await shop.closeDispute(order.sessionId, 'lost');
    await deliverAll();
    expect((await withdraw(order)).withdrawal).toMatchObject({ outcome: 'refunded', obstacle: 'lost' });
    expect(await obstacleOf(order)).toContain('decided a dispute about this payment for the buyer');
    expect((await listed()).filter(({ id }) => id === order._id)).toEqual([]);
  });

  it('is a request with the open dispute that blocks its refund', async () => {
    await automatic(true);
    const order = await buy();
    await shop.dispute(order.sessionId);
    await deliverAll();
    expect((await withdraw(order)).withdrawal).toMatchObject({ outcome: 'request', obstacle: 'disputed' });
    expect(await obstacleOf(order)).toContain('has opened a dispute');
    expect((await listed()).some(({ id }) => id === order._id)).toBe(true);
  });

  it('of a payment says until when the refund is due, and only its own seller answers it', async () => {
    await automatic(false);
    const order = await buy();
    const { withdrawal } = await withdraw(order);
    const [shown] = (await listed()).filter(({ id }) => id === order._id);
    const dueBy = new Date((withdrawal?.receivedAt.getTime() ?? 0) + 14 * 24 * 3_600_000);
    expect(shown).toMatchObject({ withdrawal: { isOpen: true, refundDueBy: dueBy.toISOString() } });
    const { _id: resellerId } = await shop.addReseller();
    expect((await answer(order._id, { role: 'reseller', resellerId }, 'resellers')).status).toBe(404);
    await shop.refund(order.sessionId);
    await deliverAll();
    expect((await listed()).filter(({ id }) => id === order._id)).toEqual([]);
    expect((await answer((await buy())._id)).status).toBe(404);
  });

  it.each([
    ['charge.refunded', { object: 'charge', amount_refunded: 7900 }],
    ['refund.updated', { object: 'refund', amount: 7900, status: 'succeeded' }],
    ['charge.dispute.created', { object: 'dispute', status: 'needs_response', amount: 7900 }],
  ])('is not touched by an event %s about no payment', async (type, fields) => {
    const order = await buy({ code: 'GIFT2026' });
    expect(order.paymentIntentId).toBeNull();
    const object = { id: 'x_1', livemode: false, payment_intent: null, currency: 'usd', ...fields };
    const event = {
      id: `evt_${type.replaceAll('.', '_')}`,
      object: 'event',
      type,
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    } as unknown as Stripe.Event;
    expect((await shop.deliver(event)).status).toBe(200);
    expect(await shop.order(order.sessionId)).toMatchObject({
      status: 'completed',
      revision: order.revision,
    });
  });
});
