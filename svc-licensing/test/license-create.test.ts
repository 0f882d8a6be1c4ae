import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findReseller } from '@leadping/contracts/commerce/requests';
import { DEFAULT_LICENSE_LIMITS } from '@leadping/contracts/licensing/quota-routes';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Reply } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { resellerActor } from '@leadping/test-kit/people';
import { startLicensing, type Licensing } from './licensing.ts';

const ANN = resellerActor('reseller-ann');
const BOB = resellerActor('reseller-bob');
const PATH = '/api/webhook/license-create';

describe('license-create', () => {
  let licensing: Licensing;
  let secret: string;
  let bobsSecret: string;
  const inactive = new Set<string>();

  const renew = async (actor: typeof ANN) => {
    const reply = await licensing.as(actor, '/api/resellers/licenses/webhook-secret', { method: 'POST' });
    return (reply.body as { secret: string }).secret;
  };

  beforeAll(async () => {
    licensing = await startLicensing();
    licensing.commerce.bus.respond(findReseller, async ({ idOrSlug }) => {
      const resellerId = idOrSlug.replace('-slug', '');
      if (!['reseller-ann', 'reseller-bob', 'reseller-new'].includes(resellerId)) return { reseller: null };
      return {
        reseller: {
          resellerId,
          slug: `${resellerId}-slug`,
          businessName: 'Ann Ltd',
          isActive: !inactive.has(resellerId),
        },
      };
    });
    secret = await renew(ANN);
    bobsSecret = await renew(BOB);
  });
  afterAll(() => licensing.close());
  beforeEach(() => inactive.clear());

  const order = (overrides: object = {}) => ({
    reseller_id: 'reseller-ann',
    email: `${randomUUID().slice(0, 8)}@example.com`,
    business_name: 'Customer Inc',
    license_type: 'standard',
    ...overrides,
  });
  const post = (json: unknown, headers: Record<string, string>) =>
    licensing.as(null, PATH, { json, headers });
  const bearer = (given: string) => ({ authorization: `Bearer ${given}` });
  const signed = (json: unknown, key: string, { id = randomUUID(), at = new Date() } = {}) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, JSON.stringify(json)),
  });
  const expectRefused = async (reply: Reply, status: number, code: string) => {
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) });
  };
  const count = () => licensing.licenses.countDocuments();

  it('the secret creates a license whose key is returned, works and is published to be mailed [S7.62] [R-licenses.18]', async () => {
    const issued = await licensing.support.collect(licenseIssued);
    const json = order();
    const reply = await post(json, bearer(secret));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ license_key: expect.stringMatching(/^(.{4}-){7}.{4}$/), status: 'created' });
    const { license_key } = reply.body as { license_key: string };
    expect((await licensing.onDevice('activate', license_key)).valid).toBe(true);
    await until(() => issued.some((published) => published.email === json.email));
    expect(issued.find((published) => published.email === json.email)).toMatchObject({
      origin: 'webhook',
      seller: { resellerId: 'reseller-ann', businessName: 'Ann Ltd' },
    });
    const { body } = await licensing.as(ANN, `/api/resellers/licenses?search=${json.email}`);
    expect(body).toMatchObject([{ licenseKey: license_key, businessName: 'Customer Inc' }]);
  });

  it('the business name is optional, and the slug can replace the reseller id [S7.62]', async () => {
    const { business_name: _none, ...json } = order({ reseller_id: 'reseller-ann-slug' });
    expect((await post(json, bearer(secret))).status).toBe(201);
  });

  it('a Standard Webhooks signature that is made with the secret is accepted [R-licenses.19]', async () => {
    const json = order();
    expect((await post(json, signed(json, secret))).status).toBe(201);
  });

  it('a reseller id without a secret, a wrong or foreign secret and an unknown reseller get the same refusal [R-licenses.16] [S6.09]', async () => {
    const before = await count();
    const replies = [
      await post(order(), {}),
      await post(order(), bearer('whsec_wrong')),
      await post(order(), bearer(bobsSecret)),
      await post(order({ reseller_id: 'reseller-nobody' }), bearer(secret)),
      await post(order({ reseller_id: 'reseller-new' }), bearer(secret)),
    ];
    for (const reply of replies) await expectRefused(reply, 401, 'UNAUTHENTICATED');
    expect(new Set(replies.map(({ body }) => (body as { message: string }).message)).size).toBe(1);
    expect(await count()).toBe(before);
  });

  it('a signature of another body, with another secret or with an old date is refused', async () => {
    const before = await count();
    const json = order();
    const old = new Date(Date.now() - 10 * 60_000);
    await expectRefused(await post(order(), signed(json, secret)), 401, 'UNAUTHENTICATED');
    await expectRefused(await post(json, signed(json, bobsSecret)), 401, 'UNAUTHENTICATED');
    await expectRefused(await post(json, signed(json, secret, { at: old })), 401, 'UNAUTHENTICATED');
    expect(await count()).toBe(before);
  });

  it('an inactive reseller is refused [S6.09]', async () => {
    inactive.add('reseller-ann');
    const before = await count();
    await expectRefused(await post(order(), bearer(secret)), 409, 'RESELLER_INACTIVE');
    expect(await count()).toBe(before);
  });

  it('a license type other than standard is refused [R-licenses.20]', async () => {
    const before = await count();
    await expectRefused(
      await post(order({ license_type: 'premium' }), bearer(secret)),
      400,
      'VALIDATION_FAILED',
    );
    expect(await count()).toBe(before);
  });

  it.each([
    ['wrong types', { email: { $ne: null } }],
    ['no address', { email: 'nobody' }],
    ['an operator as the reseller', { reseller_id: { $gt: '' } }],
  ])('a request with %s gets a 400 and creates no license', async (_name, overrides) => {
    const before = await count();
    await expectRefused(await post(order(overrides), bearer(secret)), 400, 'VALIDATION_FAILED');
    expect(await count()).toBe(before);
  });

  it.each([
    ['null for the business name', { business_name: null }],
    ['no business name', { business_name: undefined }],
    ['an invisible business name', { business_name: '\u200b\u200e' }],
    ['fields of its own', { business_name: '', is_admin: true, contact: { id: 7 }, tags: null }],
  ])('an automation tool that sends %s creates a license', async (_name, overrides) => {
    const json = order(overrides);
    expect((await post(json, bearer(secret))).status).toBe(201);
    expect(await licensing.licenses.findOne({ email: json.email }).lean()).toMatchObject({
      customerBusinessName: '',
    });
  });

  it('broken and polluted JSON gets a 400', async () => {
    for (const body of ['{', '', '[]', JSON.stringify(order()).replace('{', '{"__proto__":{"a":1},')]) {
      const reply = await fetch(`${licensing.url}${PATH}`, { method: 'POST', body, headers: bearer(secret) });
      expect(reply.status).toBe(400);
    }
  });

  it('a repeat with the same Idempotency-Key or webhook-id returns the same license [R-licenses.21]', async () => {
    const json = order();
    const headers = { ...bearer(secret), 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(json, headers)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(new Set(replies.map(({ body }) => (body as { license_key: string }).license_key)).size).toBe(1);
    expect(await licensing.licenses.countDocuments({ email: json.email })).toBe(1);

    const other = order();
    const signature = signed(other, secret);
    const first = await post(other, signature);
    expect((await post(other, signature)).body).toEqual(first.body);
    expect(await licensing.licenses.countDocuments({ email: other.email })).toBe(1);
    await expectRefused(await post(order(), headers), 409, 'IDEMPOTENCY_MISMATCH');
  });

  it('a captured signed request creates only one license, regardless of the unsigned headers that are added', async () => {
    const json = order();
    const captured = signed(json, secret);
    const replies = [await post(json, captured)];
    for (let nth = 0; nth < 3; nth += 1) {
      replies.push(await post(json, { ...captured, 'idempotency-key': randomUUID() }));
    }
    expect(new Set(replies.map(({ body }) => (body as { license_key: string }).license_key)).size).toBe(1);
    expect(await licensing.licenses.countDocuments({ email: json.email })).toBe(1);
  });

  it('a request above the daily quota gets a 429 with Retry-After, but a repeat still returns its license', async () => {
    const json = order({ reseller_id: 'reseller-bob' });
    const headers = { ...bearer(bobsSecret), 'idempotency-key': randomUUID() };
    const made = await post(json, headers);
    await licensing.database
      .collection<{ _id: string }>('license_quotas')
      .updateOne({ _id: 'reseller-bob' }, { $set: { usedToday: DEFAULT_LICENSE_LIMITS.perDay - 1 } });
    expect((await post(order({ reseller_id: 'reseller-bob' }), bearer(bobsSecret))).status).toBe(201);
    const before = await count();
    const refused = await post(order({ reseller_id: 'reseller-bob' }), bearer(bobsSecret));
    await expectRefused(refused, 429, 'QUOTA_EXCEEDED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await count()).toBe(before);
    expect((await post(json, headers)).body).toEqual(made.body);
  });

  it('the secret is stored sealed and shown only by its last characters, and a new secret replaces the previous one [R-licenses.17]', async () => {
    const mine = await renew(BOB);
    const state = await licensing.as(BOB, '/api/resellers/licenses/webhook-secret');
    expect(state.body).toEqual({ isSet: true, hint: mine.slice(-4), createdAt: expect.any(String) });
    const kept = await licensing.database.collection('webhook_access').find().toArray();
    expect(JSON.stringify(kept)).not.toContain(mine);
    expect(JSON.stringify(kept)).not.toContain(mine.slice(6, 30));
    const json = order({ reseller_id: 'reseller-bob' });
    await expectRefused(await post(json, bearer(bobsSecret)), 401, 'UNAUTHENTICATED');
    expect(
      (await licensing.as(resellerActor('reseller-new'), '/api/resellers/licenses/webhook-secret')).body,
    ).toEqual({
      isSet: false,
      hint: null,
      createdAt: null,
    });
  });
});
