import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { LARGE_SUMS } from '@leadping/service-kit/data/large-sums';
import { ADMIN } from '@leadping/test-kit/people';
import { mongo } from 'mongoose';
import { startLicensing, type Licensing } from './licensing.ts';

/** The number of licenses from which this test's service caches counts. */
const MANY = 20;
const large = 'a'.repeat(24);
const small = 'b'.repeat(24);

async function insert(...resellerIds: string[]): Promise<void> {
  const licenses = resellerIds.map((resellerId) => {
    const _id = new mongo.ObjectId();
    const seller = { resellerId, businessName: 'Acme Tools' };
    return { _id, keyIndex: `key-${_id}`, orderId: `order-${_id}`, seller, status: 'active' };
  });
  await licensing.licenses.collection.insertMany(licenses as never[]);
}
const counts = async (resellerId: string) =>
  (await licensing.as({ role: 'reseller', resellerId }, '/api/resellers/licenses/summary')).body;

let licensing: Licensing;
beforeAll(async () => {
  jest.replaceProperty(LARGE_SUMS, 'largeRows', MANY);
  jest.replaceProperty(LARGE_SUMS, 'ttlMs', 3_600_000);
  licensing = await startLicensing();
  await insert(...Array<string>(MANY).fill(large), small);
});
afterAll(() => licensing.close());

it('cached counts belong to the seller who asks, regardless of who asked before', async () => {
  for (const seller of [large, small, large]) {
    const total = seller === large ? MANY : 1;
    expect(await counts(seller)).toEqual({ total, active: total, counted: total });
  }
  const all = { total: MANY + 1, active: MANY + 1, counted: MANY + 1 };
  expect((await licensing.as(ADMIN, '/api/admin/licenses/summary')).body).toEqual(all);
  expect(await counts(small)).toEqual({ total: 1, active: 1, counted: 1 });
});

it('counts of many licenses are cached, but not those of few licenses', async () => {
  await insert(large, small);
  expect(await counts(large)).toEqual({ total: MANY, active: MANY, counted: MANY });
  expect(await counts(small)).toEqual({ total: 2, active: 2, counted: 2 });
});
