import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';

jest.setTimeout(120_000);

describe('recovery after failures', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const collection = (name: string) => shop.database.collection(name);
  const reconcileNow = async () => {
    await collection('account_progress').updateMany({}, { $set: { nextRunAt: new Date(0) } });
    await shop.reconcile();
  };
  const deliverAll = async () => {
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
  };

  it('an outage of the webhooks loses no order, because missed events are read from the provider [R-checkout.18]', async () => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({}, keys);
    const paid = await shop.checkOut(MAIN);
    const late = await shop.checkOut(MAIN);
    const refunded = await shop.checkOut(MAIN);
    const theirs = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: reseller._id });
    const open = await shop.checkOut(MAIN);
    await Promise.all([shop.pay(paid), shop.pay(late, 'unpaid'), shop.pay(refunded), shop.pay(theirs)]);
    await shop.refund(refunded);
    await reconcileNow();
    await until(async () => (await shop.countOrders()) === 4);
    await until(async () => (await shop.order(refunded))?.status === 'refunded');
    expect((await shop.order(paid))?.status).toBe('completed');
    expect((await shop.order(late))?.status).toBe('pending');
    expect(await shop.order(theirs)).toMatchObject({ status: 'completed', resellerId: reseller._id });
    expect(await shop.order(open)).toBeNull();

    await shop.pay(late, 'async_paid');
    await reconcileNow();
    await until(async () => (await shop.order(late))?.status === 'completed');
    // The webhooks come after all: nothing changes.
    const before = await collection('orders')
      .find({}, { projection: { outbox: 0 } })
      .toArray();
    await deliverAll();
    expect(
      await collection('orders')
        .find({}, { projection: { outbox: 0 } })
        .toArray(),
    ).toEqual(before);
  });

  it('an account that was not read for months is read from the oldest event that the provider still lists', async () => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({}, keys);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', {
      resellerId: reseller._id,
    });
    await shop.pay(sessionId);
    await shop.backdate(sessionId, 30 * 24 * 3600);
    const progress = collection('account_progress');
    const cursor = { _id: `${reseller._id}:live` as never };
    const since = new Date('2000-01-01');
    await progress.updateOne(cursor, { $set: { since, nextRunAt: new Date(0) } });
    await shop.reconcile();
    // Further than one run reads.
    const further = new Date(Date.now() - (31 * 24 - 60) * 3_600_000);
    await until(async () => (await progress.findOne(cursor))?.since > further);
    expect((await shop.order(sessionId))?.status).toBe('completed');
    await progress.deleteOne(cursor);
  });

  it('a withdrawn key of one account does not block the reading of other accounts', async () => {
    const keys = { ...randomKeys(), secretKey: 'sk_live_expired0123456789' };
    const reseller = await shop.addReseller({}, keys);
    await collection('account_progress').insertOne({
      _id: `${reseller._id}:live` as never,
      resellerId: reseller._id,
      livemode: true,
      since: new Date(Date.now() - 3_600_000),
      nextRunAt: new Date(0),
    });
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId);
    await reconcileNow();
    await until(async () => (await shop.order(sessionId))?.status === 'completed');
  });

  it('a slow provider of one account does not block the reading of other accounts', async () => {
    const open = async () => {
      const keys = randomKeys();
      const reseller = await shop.addReseller({}, keys);
      const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', {
        resellerId: reseller._id,
      });
      await shop.pay(sessionId);
      const _id = `${reseller._id}:live` as never;
      const reconcile = async () => {
        await collection('account_progress').updateOne({ _id }, { $set: { nextRunAt: new Date(0) } });
        await shop.reconcile();
      };
      const progress = () => collection('account_progress').findOne({ _id });
      return { sessionId, reconcile, progress, key: keys.secretKey };
    };
    const [hanging, other] = [await open(), await open()];
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const fault = { kind: 'hang', times: 1000, path: '/v1/events', key: hanging.key };
    await send(faults, { method: 'PUT', json: fault });
    const before = (await hanging.progress())?.since;
    await hanging.reconcile();
    // It is being read, and the provider does not reply.
    await until(async () => (await hanging.progress())?.nextRunAt > new Date());
    await other.reconcile();
    await until(async () => (await shop.order(other.sessionId))?.status === 'completed');
    expect((await hanging.progress())?.since).toEqual(before);
    expect(await shop.order(hanging.sessionId)).toBeNull();
    await send(faults, { method: 'DELETE' });
    await until(async () => {
      await hanging.reconcile();
      return (await shop.order(hanging.sessionId))?.status === 'completed';
    });
  });

  it('a paid order is published again until it has a license', async () => {
    const published = await shop.fakeService.collect(orderPaid);
    const sessionId = await shop.checkOut(MAIN);
    await shop.pay(sessionId);
    await deliverAll();
    const order = await shop.order(sessionId);
    const publishCount = () => published.filter((each) => each.orderId === order?._id).length;
    await until(() => publishCount() === 1);
    expect(order?.republishAt?.getTime()).toBeGreaterThan(Date.now() + 30_000);
    // As if the minute had passed.
    const due = { $set: { republishAt: new Date(0) } };
    await collection('orders').updateOne({ _id: order?._id as never }, due);
    await shop.runJob('republish unfulfilled orders');
    await until(() => publishCount() === 2);
    await shop.fakeService.publish(licenseIssued, {
      licenseId: 'l1',
      sealedLicenseKey: shop.licenseKeys.seal('AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH', 'l1'),
      email: 'buyer@example.com',
      orderId: order?._id ?? '',
      seller: { resellerId: null, businessName: 'Leadping' },
      origin: 'order',
      issuedAt: new Date().toISOString(),
    });
    await until(async () => (await shop.order(sessionId))?.sealedLicenseKey !== null);
    expect((await shop.order(sessionId))?.republishAt).toBeUndefined();
  });

  it('an order that waits in the outbox is published by the next instance', async () => {
    const published = await shop.fakeService.collect(orderPaid);
    const { insertedId } = await collection('orders').insertOne({
      _id: 'left-behind' as never,
      sessionId: 'cs_left_behind',
      status: 'completed',
      outbox: [
        {
          id: 'order-paid:left-behind',
          subject: orderPaid.subject,
          version: 1,
          at: new Date(),
          payload: {
            orderId: 'left-behind',
            productType: 'main_product',
            seller: { resellerId: null, businessName: 'Leadping' },
            customerEmail: 'a@example.com',
            customerName: null,
            money: { amountMinor: 7900, currency: 'USD' },
            stripeSessionId: 'cs_left_behind',
            paidAt: new Date().toISOString(),
          },
        },
      ],
    });
    await until(() => published.some((each) => each.orderId === String(insertedId)));
  });

  it('a checkout whose session id was not stored is found by the data in the session', async () => {
    const sessionId = await shop.checkOut(MAIN);
    await collection('checkouts').updateOne({ sessionId }, { $unset: { sessionId: 1, url: 1 } });
    await shop.pay(sessionId);
    await deliverAll();
    expect((await shop.order(sessionId))?.status).toBe('completed');
  });

  it('a receiver that is always slow does not delay others', async () => {
    const bins = Array.from(
      { length: 20 },
      (_, index) => `${shop.sandbox.url}/hooks/lane${index}${Date.now()}`,
    );
    const [fast = '', ...slow] = bins;
    for (const url of slow) await send(url, { method: 'PUT', json: { delayMs: 14_000 } });
    const deliveries = shop.database.collection('webhook_deliveries');
    const queue = async (url: string, count: number) => {
      const { _id } = await shop.addReseller({
        orderWebhook: { url, sealedSecret: null, disabledReason: null, failuresInARow: 0 },
      });
      const sessionId = await shop.checkOut('/api/create-main-checkout');
      await shop.pay(sessionId);
      await shop.call(`/api/checkout-status?session_id=${sessionId}`);
      const order = await shop.order(sessionId);
      const now = new Date();
      await deliveries.insertMany(
        Array.from({ length: count }, (_, index) => ({
          _id: `${order?._id}:${index}:reseller:${_id}` as never,
          orderId: order?._id,
          receiver: `reseller:${_id}`,
          url,
          state: 'waiting',
          nextAttempt: 0,
          nextAttemptAt: now,
          attempts: [],
          replayedAt: null,
          createdAt: now,
        })),
      );
    };
    for (const url of slow) await queue(url, 3);
    // The slow ones have taken what they can get.
    await until(async () => ((await send(`${slow[0]}/requests`)).body as unknown[]).length > 0);
    const start = Date.now();
    await queue(fast, 5);
    await until(async () => ((await send(`${fast}/requests`)).body as unknown[]).length === 5, 20);
    expect(Date.now() - start).toBeLessThan(9000);
  });
});
