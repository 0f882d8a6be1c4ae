import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { until } from '@leadping/test-kit/until';
import type Stripe from 'stripe';
import { openShop, type Outcome, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const DAY = 24 * 3600;
const MINUTE_MS = 60_000;

describe('the time at which an order was paid', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const cursors = () => shop.database.collection('account_progress');
  const payYesterday = async (outcome?: Outcome) => {
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId, outcome);
    await shop.backdate(sessionId, DAY);
    return sessionId;
  };
  const eventOf = async (sessionId: string, type = 'checkout.session.completed') => {
    const events = await shop.eventsOf(shop.platformKey);
    const found = events.find(
      (event) => event.type === type && (event.data.object as { id?: string }).id === sessionId,
    );
    if (!found) throw new Error('the provider has no such event');
    return found;
  };
  const timeOf = ({ created }: Stripe.Event) => new Date(created * 1000);
  const paidAt = async (sessionId: string) => (await shop.order(sessionId))?.paidAt;
  const lookUp = (sessionId: string) => shop.call(`/api/checkout-status?session_id=${sessionId}`);

  it('comes from the provider and is published to other services', async () => {
    const published = await shop.fakeService.collect(orderPaid);
    const sessionId = await payYesterday();
    const event = await eventOf(sessionId);
    expect((await shop.deliver(event)).status).toBe(200);
    const order = await shop.order(sessionId);
    // So that lists and exports have it on the day that the sums have it.
    expect(order).toMatchObject({ paidAt: timeOf(event), soldAt: timeOf(event), isCompleted: true });
    expect(order?.createdAt.getTime()).toBeGreaterThan(Date.now() - MINUTE_MS);
    expect(order?.history?.[0]?.at.getTime()).toBeGreaterThan(Date.now() - MINUTE_MS);
    await until(() => published.some(({ orderId }) => orderId === order?._id));
    expect(published.find(({ orderId }) => orderId === order?._id)?.paidAt).toBe(timeOf(event).toISOString());
    expect((await shop.deliver({ ...event, id: 'evt_again' })).status).toBe(200);
    expect((await shop.order(sessionId))?.revision).toBe(order?.revision);
  });

  it('is the same whether a webhook, the reconciliation, the status page or a refund reports the payment first', async () => {
    const [notified, missed, visited, refunded] = await Promise.all([1, 2, 3, 4].map(() => payYesterday()));
    await shop.refund(refunded ?? '');
    const refund = (await shop.eventsOf(shop.platformKey)).findLast(({ type }) => type === 'charge.refunded');
    expect((await shop.deliver(await eventOf(notified ?? ''))).status).toBe(200);
    expect((await lookUp(visited ?? '')).body).toMatchObject({ status: 'paid' });
    expect((await shop.deliver(refund ?? {})).status).toBe(200);
    const before = { since: new Date(Date.now() - (DAY + 600) * 1000), nextRunAt: new Date(0) };
    const known = [];
    for (const sessionId of [notified, visited, refunded]) {
      expect(await paidAt(sessionId ?? '')).toBeTruthy();
      known.push((await shop.order(sessionId ?? ''))?.createdAt);
    }
    expect(await shop.order(missed ?? '')).toBeNull();
    await cursors().updateOne({ _id: 'platform:test' as never }, { $set: before });
    await shop.reconcile();
    await until(async () => (await shop.order(missed ?? '')) !== null);
    for (const sessionId of [notified, missed, visited, refunded]) {
      const time = timeOf(await eventOf(sessionId ?? ''));
      await until(async () => (await paidAt(sessionId ?? ''))?.getTime() === time.getTime());
      expect((await shop.order(sessionId ?? ''))?.soldAt).toEqual(time);
    }
    // A corrected time of payment does not change when the order became known.
    for (const [index, sessionId] of [notified, visited, refunded].entries())
      expect((await shop.order(sessionId ?? ''))?.createdAt).toEqual(known[index]);
  });

  it('is the arrival of a bank debit, even if the status page found the payment first', async () => {
    const sessionId = await payYesterday('unpaid');
    await shop.deliver(await eventOf(sessionId));
    const pending = await shop.order(sessionId);
    expect(pending).toMatchObject({ status: 'pending', paidAt: null, isCompleted: false });
    expect(pending?.soldAt).toEqual(pending?.createdAt);
    await shop.pay(sessionId, 'async_paid');
    expect((await lookUp(sessionId)).body).toMatchObject({ status: 'paid' });
    expect((await paidAt(sessionId))?.getTime()).toBeGreaterThan(Date.now() - MINUTE_MS);
    const event = await eventOf(sessionId, 'checkout.session.async_payment_succeeded');
    const hourBefore = { ...event, created: event.created - 3600 };
    await shop.deliver(hourBefore);
    const paid = await shop.order(sessionId);
    const time = timeOf(hourBefore as Stripe.Event);
    expect(paid).toMatchObject({
      paidAt: time,
      soldAt: time,
      isCompleted: true,
      createdAt: pending?.createdAt,
    });
    // An event from before the payment does not set the time of payment.
    await shop.deliver(await eventOf(sessionId));
    expect(await paidAt(sessionId)).toEqual(time);
  });

  it('is never in the future', async () => {
    const ahead = await shop.checkOut(MAIN);
    await shop.pay(ahead);
    const event = await eventOf(ahead);
    await shop.deliver({ ...event, created: event.created + DAY });
    expect((await paidAt(ahead))?.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });
});
