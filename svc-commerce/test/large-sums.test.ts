import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Sales } from '@leadping/contracts/commerce/sales-routes';
import { orderModel } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

jest.setTimeout(180_000);

/** So many that their sums are kept. */
const MANY = 20_000;
const BATCH = 1000;
const large = 'a'.repeat(24);
const small = 'b'.repeat(24);
const paidAt = new Date();
const period = `from=${day(-1)}&to=${day(1)}`;

function day(days: number): string {
  return new Date(paidAt.getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
}

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { collection } = orderModel(shop.database);
  const orderOf = (resellerId: string) => storedOrder({ resellerId, createdAt: paidAt });
  for (let count = 0; count < MANY; count += BATCH) {
    const batch = Array.from({ length: BATCH }, () => orderOf(large));
    await collection.insertMany(batch as never[], { ordered: false });
  }
  await collection.insertOne(orderOf(small) as never);
});
afterAll(() => shop.close());

it("kept totals and sales are the seller's own, whoever asked before", async () => {
  const read = async (resellerId: string, path: string) =>
    (await shop.as({ role: 'reseller', resellerId }, `/api/resellers/${path}`)).body;
  for (const seller of [large, small, large]) {
    const orders = seller === large ? MANY : 1;
    expect(await read(seller, 'orders/summary')).toMatchObject([{ orders }]);
    expect(await read(seller, `sales?${period}`)).toMatchObject([{ total: { orders } }]);
  }
});

it("an admin's kept sales are of the seller that was chosen", async () => {
  const salesOf = async (seller: string) =>
    (await shop.asAdmin(`/api/admin/sales?${period}&seller=${seller}`)).body as Sales[];
  expect(await salesOf('all')).toMatchObject([{ total: { orders: MANY + 1 } }]);
  expect(await salesOf(large)).toMatchObject([{ total: { orders: MANY } }]);
  expect(await salesOf(small)).toMatchObject([{ total: { orders: 1 } }]);
  expect(await salesOf('platform')).toEqual([]);
});
