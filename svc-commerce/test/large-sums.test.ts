import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Sales } from '@leadping/contracts/commerce/sales-routes';
import { LARGE_SUMS } from '@leadping/service-kit/data/large-sums';
import { orderModel } from '../src/orders/order.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

/** The number of orders from which this test's service caches sums. */
const MANY = 20;
const large = 'a'.repeat(24);
const small = 'b'.repeat(24);
const paidAt = new Date();
const period = `from=${day(-1)}&to=${day(1)}`;

function day(days: number): string {
  return new Date(paidAt.getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
}

async function insert(...resellerIds: string[]): Promise<void> {
  const orders = resellerIds.map((resellerId) => storedOrder({ resellerId, createdAt: paidAt }));
  await orderModel(shop.database).collection.insertMany(orders as never[]);
}
const read = async (resellerId: string, path: string) =>
  (await shop.as({ role: 'reseller', resellerId }, `/api/resellers/${path}`)).body;

let shop: Shop;
beforeAll(async () => {
  jest.replaceProperty(LARGE_SUMS, 'largeRows', MANY);
  jest.replaceProperty(LARGE_SUMS, 'ttlMs', 3_600_000);
  shop = await openShop();
  // The stored orders are live ones.
  const live = { testMode: false, stripeLiveKey: randomKeys().secretKey };
  await shop.asAdmin('/api/admin/settings', { json: live });
  await insert(...Array<string>(MANY).fill(large), small);
});
afterAll(() => shop.close());

it('cached totals and sales belong to the seller who asks, regardless of who asked before', async () => {
  for (const seller of [large, small, large]) {
    const orders = seller === large ? MANY : 1;
    expect(await read(seller, 'orders/summary')).toMatchObject([{ orders }]);
    expect(await read(seller, `sales?${period}`)).toMatchObject([{ total: { orders } }]);
  }
});

it('cached sales that an admin reads belong to the chosen seller', async () => {
  const salesOf = async (seller: string) =>
    (await shop.asAdmin(`/api/admin/sales?${period}&seller=${seller}`)).body as Sales[];
  expect(await salesOf('all')).toMatchObject([{ total: { orders: MANY + 1 } }]);
  expect(await salesOf(large)).toMatchObject([{ total: { orders: MANY } }]);
  expect(await salesOf(small)).toMatchObject([{ total: { orders: 1 } }]);
  expect(await salesOf('platform')).toEqual([]);
});

it('totals and sales of many orders are cached, but not those of few orders', async () => {
  await insert(large, small);
  for (const [seller, orders] of [
    [large, MANY],
    [small, 2],
  ] as const) {
    expect(await read(seller, 'orders/summary')).toMatchObject([{ orders }]);
    expect(await read(seller, `sales?${period}`)).toMatchObject([{ total: { orders } }]);
  }
});
