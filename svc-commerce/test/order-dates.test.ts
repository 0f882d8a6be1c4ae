import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminOrder, Order } from '@leadping/contracts/commerce/order-routes';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder as orderOf } from './stored-order.ts';

describe('lists of orders', () => {
  let shop: Shop;
  const add = (...orders: OrderDocument[]) => orderModel(shop.database).insertMany(orders);
  const as = (resellerId: string, path: string) =>
    shop.as({ role: 'reseller', resellerId }, `/api/resellers${path}`);
  const list = async (query: string, resellerId: string) =>
    (await as(resellerId, `/orders${query}`)).body as Order[];
  const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
  const newReseller = async () => {
    const { _id } = await shop.addReseller();
    return _id;
  };

  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it('use the day of the payment on every page, in a period and in totals', async () => {
    const resellerId = await newReseller();
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    const known = (day: number, paidAt: Date | null, status: OrderDocument['status'] = 'completed') =>
      orderOf({ resellerId, createdAt: at(day), paidAt, status });
    const debit = known(1, at(9));
    const missed = known(8, at(2));
    const waiting = known(5, null, 'pending');
    const card = known(7, at(7));
    await add(debit, missed, waiting, card);
    const inOrder = [debit, card, waiting, missed].map(({ _id }) => _id);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await as(resellerId, `/orders?limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...ids(reply.body as Order[]));
      cursor = reply.headers.get('x-next-cursor');
    }
    expect(found).toEqual(inOrder);
    expect(ids(await list('?sort=oldest', resellerId))).toEqual(inOrder.toReversed());
    expect((await list('', resellerId))[0]?.createdAt).toBe(at(9).toISOString());
    const period = `?from=${at(1).toISOString()}&to=${at(3).toISOString()}`;
    expect(ids(await list(period, resellerId))).toEqual([missed._id]);
    expect((await as(resellerId, `/orders/summary${period}`)).body).toMatchObject([{ orders: 1 }]);
  });

  it('find the orders of each status, with an index of the few that are not completed', async () => {
    const orders = (['pending', 'failed', 'refunded', 'completed'] as const).map((status) =>
      orderOf({ status }),
    );
    await add(...orders);
    for (const status of ['pending', 'failed', 'refunded', 'completed'] as const) {
      const found = (await shop.asAdmin(`/api/admin/orders?status=${status}`)).body as AdminOrder[];
      expect(ids(found)).toEqual(
        expect.arrayContaining(orders.filter((order) => order.status === status).map(({ _id }) => _id)),
      );
      expect(found.every((order) => order.status === status)).toBe(true);
    }
    const indexes = await shop.database.collection('orders').indexes();
    expect(indexes.map(({ partialFilterExpression }) => partialFilterExpression)).toContainEqual({
      isCompleted: false,
    });
  });

  it('find orders of an earlier version, which get the missing fields at the next start', async () => {
    const resellerId = await newReseller();
    const paid = orderOf({
      resellerId,
      createdAt: new Date(Date.UTC(2026, 1, 1)),
      paidAt: new Date(Date.UTC(2026, 1, 3)),
    });
    const failed = orderOf({
      resellerId,
      createdAt: new Date(Date.UTC(2026, 1, 2)),
      paidAt: null,
      status: 'failed',
    });
    const collection = shop.database.collection<OrderDocument>('orders');
    await collection.insertMany([paid, failed]);
    await collection.updateMany({ resellerId }, { $unset: { soldAt: 1, isCompleted: 1, netMinor: 1 } });
    // Also before that, as while processes are replaced.
    expect(await list('', resellerId)).toHaveLength(2);
    await shop.restart();
    expect(await collection.findOne({ _id: paid._id })).toMatchObject({
      soldAt: paid.paidAt,
      isCompleted: true,
      netMinor: 7900,
    });
    expect(await collection.findOne({ _id: failed._id })).toMatchObject({
      soldAt: failed.createdAt,
      isCompleted: false,
      netMinor: 0,
    });
    expect(ids(await list('', resellerId))).toEqual([paid._id, failed._id]);
  });
});
