import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findReseller } from '@leadping/contracts/commerce/requests';
import { orderEmailCorrected, orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseIssued, licenseRevoked } from '@leadping/contracts/licensing/license-events';
import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { until } from '@leadping/test-kit/until';
import { paidOrder } from '@leadping/test-kit/orders';
import { ADMIN, resellerActor } from '@leadping/test-kit/people';
import { startLicensing, type Licensing } from './licensing.ts';

const ANN = resellerActor('reseller-ann');
const BOB = resellerActor('reseller-bob');

describe("a reseller's licenses", () => {
  let licensing: Licensing;
  const inactive = new Set<string>();
  const deleted = new Set<string>();
  beforeAll(async () => {
    licensing = await startLicensing();
    licensing.commerce.bus.respond(findReseller, async ({ idOrSlug }) => ({
      reseller: deleted.has(idOrSlug)
        ? null
        : {
            resellerId: idOrSlug,
            slug: `${idOrSlug}-slug`,
            businessName: `${idOrSlug} Ltd`,
            isActive: !inactive.has(idOrSlug),
          },
    }));
  });
  afterAll(() => licensing.close());
  beforeEach(() => {
    inactive.clear();
    deleted.clear();
  });

  const create = async (actor: typeof ANN, json: object, headers: Record<string, string> = {}) => {
    const reply = await licensing.as(actor, '/api/resellers/licenses', { json, headers });
    return { status: reply.status, license: reply.body as ResellerLicense };
  };
  const list = async (actor: typeof ANN, query = '') =>
    (await licensing.as(actor, `/api/resellers/licenses${query}`)).body as ResellerLicense[];

  it("a license is created in the reseller's name and listed with its fields [S3.14] [S7.46] [S7.52]", async () => {
    const issued = await licensing.support.collect(licenseIssued);
    const { status, license } = await create(ANN, {
      customerEmail: 'Customer@Example.com',
      businessName: 'Customer GmbH',
      notes: 'paid by transfer',
    });
    expect(status).toBe(201);
    expect((await list(ANN))[0]).toEqual({
      id: license.id,
      licenseKey: expect.stringMatching(/^(.{4}-){7}.{4}$/),
      email: 'Customer@Example.com',
      businessName: 'Customer GmbH',
      notes: 'paid by transfer',
      isActive: true,
      isTest: false,
      mail: { state: 'queued', error: null },
      keyNumber: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await until(() => issued.some(({ licenseId }) => licenseId === license.id));
    expect(issued.find(({ licenseId }) => licenseId === license.id)).toMatchObject({
      origin: 'reseller',
      seller: { resellerId: 'reseller-ann', businessName: 'reseller-ann Ltd' },
    });
  });

  it("the list is filtered by state, and the summary counts only the reseller's own licenses", async () => {
    const CAM = resellerActor('reseller-cam');
    const summary = async (actor: typeof ANN) =>
      (await licensing.as(actor, '/api/resellers/licenses/summary')).body;
    expect(await summary(CAM)).toEqual({ total: 0, active: 0, counted: 0 });
    const { license: kept } = await create(CAM, { customerEmail: 'kept@example.com' });
    const { license: off } = await create(CAM, { customerEmail: 'off@example.com' });
    const { license: gone } = await create(CAM, { customerEmail: 'gone@example.com' });
    await licensing.as(ADMIN, `/api/admin/licenses/${off.licenseKey}/deactivate`, { method: 'POST' });
    await licensing.as(CAM, `/api/resellers/licenses/${gone.id}`, { method: 'DELETE' });
    expect(await summary(CAM)).toEqual({ total: 2, active: 1, counted: 1 });
    const tried = { testExpiresAt: new Date(Date.now() + 86_400_000) };
    await licensing.licenses.updateOne({ _id: kept.id }, { $set: tried });
    expect(await summary(CAM)).toEqual({ total: 2, active: 1, counted: 0 });
    expect((await list(CAM, '?status=active')).map(({ id }) => id)).toEqual([kept.id]);
    expect((await list(CAM, '?status=inactive')).map(({ id }) => id)).toEqual([off.id]);
    expect((await list(CAM, '?status=all')).map(({ id }) => id)).toEqual([off.id, kept.id]);
    expect((await licensing.as(CAM, '/api/resellers/licenses?status=lost')).status).toBe(400);
    expect((await licensing.as(ADMIN, '/api/resellers/licenses/summary')).status).toBe(403);
  });

  it("the list is exported with its filters, without keys, and only with the reseller's own licenses", async () => {
    const DAN = resellerActor('reseller-dan');
    const emails = ['csv.1@example.com', 'csv.2@example.com', 'other@example.com'];
    for (const customerEmail of emails) await create(DAN, { customerEmail, notes: '=SUM(1)' });
    await create(BOB, { customerEmail: 'csv.3@example.com' });
    const [last] = await list(DAN, '?search=csv.1');
    await licensing.as(DAN, `/api/resellers/licenses/${last!.id}`, { method: 'DELETE' });
    const file = async (query: string) =>
      licensing.as(DAN, `/api/resellers/licenses/export${query}`).then(({ status, headers, body }) => ({
        status,
        name: headers.get('content-disposition'),
        lines: String(body).trim().split('\r\n'),
      }));
    const { status, name, lines } = await file('?search=csv.&status=active');
    expect(status).toBe(200);
    expect(name).toMatch(/^attachment; filename="licenses-\d{4}-\d\d-\d\d\.csv"$/);
    expect(lines[0]).toBe('License ID,Created,Customer Email,Business Name,Status,Mode,Order ID,Notes');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",csv.2@example.com,,active,live,,'=SUM(1)");
    expect((await file('')).lines).toHaveLength(3);
    for (const { licenseKey } of await list(DAN)) expect(lines.join()).not.toContain(licenseKey);
    expect((await file('?status=gone')).status).toBe(400);
  });

  it('licenses of orders that the reseller sold are listed too', async () => {
    const order = paidOrder({ seller: { resellerId: 'reseller-ann', businessName: 'Ann' } });
    await licensing.commerce.publish(orderPaid, order);
    await until(async () => (await list(ANN)).some(({ email }) => email === order.customerEmail));
  });

  it('deleting a license revokes it, hides it from the list and keeps the record [S7.47] [R-licenses.11] [R-licenses.12]', async () => {
    const revoked = await licensing.support.collect(licenseRevoked);
    const { license } = await create(ANN, { customerEmail: 'deleted@example.com' });
    const path = `/api/resellers/licenses/${license.id}`;
    expect((await licensing.as(ANN, path, { method: 'DELETE' })).status).toBe(200);
    expect((await licensing.onDevice('activate', license.licenseKey)).code).toBe('LICENSE_REVOKED');
    expect((await list(ANN)).map(({ id }) => id)).not.toContain(license.id);
    const all = (await licensing.as(ADMIN, '/api/admin/licenses')).body as ResellerLicense[];
    expect(all.find(({ id }) => id === license.id)).toMatchObject({
      isActive: false,
      email: 'deleted@example.com',
    });
    await until(() => revoked.some(({ licenseId }) => licenseId === license.id));
    expect((await licensing.as(ANN, path, { method: 'DELETE' })).status).toBe(404);
  });

  it('a license that is not issued yet cannot be deleted, and the refused call does not change it', async () => {
    const seller = { resellerId: 'reseller-ann', businessName: 'Ann' };
    const order = paidOrder({ seller });
    const { orderId, productType, customerEmail } = order;
    const stored = () => licensing.licenses.findOne({ orderId }).lean();
    await licensing.commerce.publish(orderEmailCorrected, {
      orderId,
      productType,
      seller,
      customerEmail,
      revision: 2,
    });
    await until(async () => (await stored()) !== null);
    const path = `/api/resellers/licenses/${String((await stored())?._id)}`;
    expect((await licensing.as(ANN, path, { method: 'DELETE' })).status).toBe(404);
    await licensing.commerce.publish(orderPaid, order);
    await until(async () => (await stored())?.issuedAt !== undefined);
    expect(await stored()).toMatchObject({ status: 'active' });
    expect((await list(ANN)).some(({ id }) => path.endsWith(id))).toBe(true);
  });

  it("another reseller's license cannot be seen or deleted [S6.07]", async () => {
    const { license } = await create(ANN, { customerEmail: 'mine@example.com' });
    expect(JSON.stringify(await list(BOB))).not.toContain(license.licenseKey);
    expect(await list(BOB, `?search=${license.licenseKey}`)).toEqual([]);
    expect(await list(BOB, '?search=mine@')).toEqual([]);
    const reply = await licensing.as(BOB, `/api/resellers/licenses/${license.id}`, { method: 'DELETE' });
    expect(reply.status).toBe(404);
    expect((await licensing.onDevice('activate', license.licenseKey)).valid).toBe(true);
  });

  it('a reseller id or another unknown field in the request is refused', async () => {
    const before = await licensing.licenses.countDocuments();
    for (const json of [
      { customerEmail: 'x@example.com', resellerId: 'reseller-bob' },
      { customerEmail: { $gt: '' } },
      { customerEmail: '' },
      {},
    ]) {
      expect((await create(ANN, json)).status).toBe(400);
    }
    expect((await licensing.as(ANN, '/api/resellers/licenses/not-an-id', { method: 'DELETE' })).status).toBe(
      400,
    );
    expect(await licensing.licenses.countDocuments()).toBe(before);
  });

  it('visitors and other roles are refused', async () => {
    const { license } = await create(ANN, { customerEmail: 'safe@example.com' });
    const calls: [path: string, options: { method?: string; json?: unknown }][] = [
      ['/api/resellers/licenses', {}],
      ['/api/resellers/licenses', { json: { customerEmail: 'x@example.com' } }],
      [`/api/resellers/licenses/${license.id}`, { method: 'DELETE' }],
      ['/api/resellers/licenses/webhook-secret', {}],
      ['/api/resellers/licenses/webhook-secret', { method: 'POST' }],
    ];
    for (const [path, options] of calls) {
      expect((await licensing.as(null, path, options)).status).toBe(401);
      for (const actor of [ADMIN, { role: 'support' }, { role: 'other' }] as const) {
        expect((await licensing.as(actor, path, options)).status).toBe(403);
      }
    }
    expect((await licensing.onDevice('activate', license.licenseKey)).valid).toBe(true);
  });

  it('an inactive reseller cannot create a license, and licenses that were already sold keep working [R-checkout.30] [R-november.18]', async () => {
    const { license } = await create(BOB, { customerEmail: 'sold@example.com' });
    inactive.add('reseller-bob');
    const refused = await create(BOB, { customerEmail: 'late@example.com' });
    expect(refused.status).toBe(409);
    expect(refused.license).toMatchObject({ code: 'RESELLER_INACTIVE' });
    expect((await licensing.onDevice('activate', license.licenseKey)).valid).toBe(true);
    expect((await licensing.onDevice('validate', license.licenseKey)).valid).toBe(true);
  });

  it('licenses of a deleted reseller are kept and keep working [R-accounts.22]', async () => {
    const { license } = await create(BOB, { customerEmail: 'orphan@example.com' });
    deleted.add('reseller-bob');
    expect((await licensing.onDevice('activate', license.licenseKey)).valid).toBe(true);
    const all = (await licensing.as(ADMIN, '/api/admin/licenses')).body as ResellerLicense[];
    expect(all.find(({ id }) => id === license.id)).toMatchObject({ isActive: true });
  });

  it('a double click creates one license', async () => {
    const headers = { 'idempotency-key': 'one-click' };
    const [first, second] = await Promise.all([
      create(ANN, { customerEmail: 'click@example.com' }, headers),
      create(ANN, { customerEmail: 'click@example.com' }, headers),
    ]);
    expect(first.license.id).toBe(second.license.id);
  });
});
