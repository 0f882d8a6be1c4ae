import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { ADMIN } from '@leadping/test-kit/people';
import { untilPublished } from '@leadping/test-kit/until-published';
import { startLicensing, type Licensing } from './licensing.ts';

let licensing: Licensing;
beforeAll(async () => {
  licensing = await startLicensing();
});
afterAll(() => licensing.close());

it('the stored idempotency data contains nothing of an erased person', async () => {
  const email = 'erased@example.org';
  const request = (idempotencyKey: string) =>
    licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const [named, plain] = [`crm:${email}`, 'request-0001'];
  for (const key of [named, plain]) expect((await request(key)).status).toBe(201);

  await untilPublished(licensing.licenses.collection);
  await eraseTwice(licensing.config, 'svc-licensing', email);

  const stored = await licensing.licenses.find().lean();
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(email);
  // A hash of an address gives the address to whoever tries addresses.
  expect(stored.filter(({ requestHash }) => requestHash !== undefined)).toEqual([]);
  // A late repeat makes no second license.
  expect((await request(plain)).body).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});
