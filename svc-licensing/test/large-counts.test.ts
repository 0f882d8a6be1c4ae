import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ADMIN } from '@leadping/test-kit/people';
import { mongo } from 'mongoose';
import { startLicensing, type Licensing } from './licensing.ts';

jest.setTimeout(180_000);

/** So many that their counts are kept. */
const MANY = 20_000;
const BATCH = 1000;
const large = 'a'.repeat(24);
const small = 'b'.repeat(24);

let licensing: Licensing;
beforeAll(async () => {
  licensing = await startLicensing();
  const licenseOf = (resellerId: string, index: number) => ({
    _id: new mongo.ObjectId(),
    keyIndex: `${resellerId}-${index}`,
    orderId: `${resellerId}-${index}`,
    seller: { resellerId, businessName: 'Acme Tools' },
    status: 'active',
  });
  const { collection } = licensing.licenses;
  for (let count = 0; count < MANY; count += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => licenseOf(large, count + index));
    await collection.insertMany(batch as never[], { ordered: false });
  }
  await collection.insertOne(licenseOf(small, 0) as never);
});
afterAll(() => licensing.close());

it("kept counts are the seller's own, whoever asked before", async () => {
  const counts = async (resellerId: string) =>
    (await licensing.as({ role: 'reseller', resellerId }, '/api/resellers/licenses/summary')).body;
  for (const seller of [large, small, large]) {
    const total = seller === large ? MANY : 1;
    expect(await counts(seller)).toEqual({ total, active: total });
  }
  const all = { total: MANY + 1, active: MANY + 1 };
  expect((await licensing.as(ADMIN, '/api/admin/licenses/summary')).body).toEqual(all);
  expect(await counts(small)).toEqual({ total: 1, active: 1 });
});
