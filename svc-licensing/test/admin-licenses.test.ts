import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { paidOrder } from '@leadping/test-kit/orders';
import {
  licenseEmailCorrected,
  licenseKeyRotated,
  licenseIssued,
  licenseResendRequested,
  licenseRevoked,
} from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { completeKey } from '@leadping/contracts/licensing/read-license-key';
import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { randomUUID } from 'node:crypto';
import { until } from '@leadping/test-kit/until';
import { ADMIN, resellerActor } from '@leadping/test-kit/people';
import { startLicensing, type Licensing } from './licensing.ts';

describe("the admin's licenses", () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const create = async (json: object, headers: Record<string, string> = {}) => {
    const reply = await licensing.as(ADMIN, '/api/admin/licenses/manual', { json, headers });
    return { status: reply.status, license: reply.body as AdminLicense };
  };
  const list = async (query = '') =>
    (await licensing.as(ADMIN, `/api/admin/licenses${query}`)).body as AdminLicense[];

  it('a manual license is issued with notes, published, and listed with its fields [S3.12] [S3.13] [S7.13] [S7.14]', async () => {
    const issued = await licensing.support.collect(licenseIssued);
    const { status, license } = await create({ email: 'Friend@Example.com', notes: 'for the podcast' });
    expect(status).toBe(201);
    expect((await list())[0]).toEqual({
      id: license.id,
      keyNumber: 1,
      licenseKey: license.licenseKey,
      email: 'Friend@Example.com',
      isActive: true,
      status: 'active',
      mail: { state: 'queued', error: null },
      origin: 'manual',
      businessName: '',
      notes: 'for the podcast',
      seller: { resellerId: null, businessName: 'Leadping' },
      isTest: false,
      activatedAt: null,
      createdAt: expect.any(String),
    });
    await until(() =>
      issued.some(
        (published) => licensing.keyIn(published) === license.licenseKey && published.origin === 'manual',
      ),
    );
    await licensing.onDevice('activate', license.licenseKey);
    const { activatedAt } = (await list())[0]!;
    expect(activatedAt).toEqual(expect.any(String));
    await licensing.onDevice('activate', license.licenseKey, 'device-0002');
    expect((await list())[0]!.activatedAt).toBe(activatedAt);
  });

  it('deactivating a license revokes it once and keeps the record [S4.07] [S7.15] [R-licenses.10]', async () => {
    const revoked = await licensing.support.collect(licenseRevoked);
    const { license } = await create({ email: 'gone@example.com' });
    await licensing.onDevice('activate', license.licenseKey);
    const path = `/api/admin/licenses/${license.licenseKey}/deactivate`;
    const first = await licensing.as(ADMIN, path, { method: 'POST' });
    expect(first.body).toMatchObject({ id: license.id, isActive: false, status: 'revoked' });
    expect((await licensing.as(ADMIN, path, { method: 'POST' })).status).toBe(200);
    expect((await licensing.onDevice('validate', license.licenseKey)).code).toBe('LICENSE_REVOKED');
    expect((await list()).find(({ id }) => id === license.id)).toMatchObject({ isActive: false });
    await until(() => revoked.some(({ licenseId }) => licenseId === license.id));
    expect(revoked.filter(({ licenseId }) => licenseId === license.id)).toHaveLength(1);
  });

  it('the summary counts all licenses, for admins only [S2.26]', async () => {
    const count = async () =>
      (await licensing.as(ADMIN, '/api/admin/licenses/summary')).body as {
        total: number;
        active: number;
        counted: number;
      };
    const before = await count();
    await create({ email: 'counted@example.com' });
    const { license } = await create({ email: 'ended@example.com' });
    await licensing.as(ADMIN, `/api/admin/licenses/${license.licenseKey}/deactivate`, { method: 'POST' });
    expect(await count()).toEqual({
      total: before.total + 2,
      active: before.active + 1,
      counted: before.counted + 1,
    });
    const asReseller = await licensing.as(resellerActor('reseller-ann'), '/api/admin/licenses/summary');
    expect(asReseller.status).toBe(403);
  });

  it('an unknown key cannot be deactivated', async () => {
    for (const key of [completeKey('Z'.repeat(30)), 'nonsense']) {
      const reply = await licensing.as(ADMIN, `/api/admin/licenses/${key}/deactivate`, { method: 'POST' });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('parallel requests with one idempotency key create one license, and the key is refused for another request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const made = await Promise.all(
      Array.from({ length: 8 }, () => create({ email: 'twice@example.com' }, headers)),
    );
    expect(new Set(made.map(({ license }) => license.licenseKey)).size).toBe(1);
    expect((await create({ email: 'else@example.com' }, headers)).status).toBe(409);
    expect(await list('?search=twice@')).toHaveLength(1);
  });

  it('the list is paged by a cursor without gaps or repeats, and searched by email and key', async () => {
    const emails = Array.from({ length: 7 }, (_, index) => `paged.${index}@example.com`);
    for (const email of emails) await create({ email });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await licensing.as(
        ADMIN,
        `/api/admin/licenses?limit=3&search=paged.${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...(reply.body as AdminLicense[]).map(({ email }) => email));
      cursor = reply.headers.get('x-next-cursor');
    }
    expect(seen).toEqual(emails.toReversed());
    const [one] = await list('?search=PAGED.3@');
    expect(await list(`?search=${one!.licenseKey}`)).toEqual([one]);
    expect(await list('?search=pagedX')).toEqual([]);
    await create({ email: 'jos\u00e9.paged@example.com' });
    for (const search of ['jos\u00e9.paged', 'jose\u0301.paged', 'JOS\u00c9.PAGED@'])
      expect(await list(`?search=${encodeURIComponent(search)}`)).toHaveLength(1);
    expect(await list('?search=PAGED%00.3@')).toEqual([one]);
  });

  it('licenses are filtered by status, seller and mode, sorted both ways, and exported without their keys', async () => {
    const orders = [
      paidOrder({ isTest: true, customerEmail: 'mode.1@example.com' }),
      paidOrder({
        isTest: false,
        customerEmail: 'mode.2@example.com',
        seller: { resellerId: 'reseller-csv', businessName: '=Acme, "Tools"' },
      }),
    ];
    for (const order of orders) {
      await licensing.commerce.publish(orderPaid, order);
      await until(async () => (await licensing.licenses.exists({ orderId: order.orderId })) !== null);
    }
    const { license } = await create({ email: 'mode.3@example.com' });
    await licensing.as(ADMIN, `/api/admin/licenses/${license.licenseKey}/deactivate`, { method: 'POST' });
    const emails = async (query: string) =>
      (await list(`?search=mode.&${query}`)).map(({ email }) => Number(email.slice(5, 6)));
    expect(await emails('')).toEqual([3, 2, 1]);
    expect(await emails('sort=oldest')).toEqual([1, 2, 3]);
    expect(await emails('mode=test')).toEqual([1]);
    expect(await emails('mode=live')).toEqual([3, 2]);
    const all = await list('?limit=100');
    const live = await list('?mode=live&limit=100');
    expect(live).toEqual(all.filter(({ isTest }) => !isTest));
    expect(await list('?mode=live&limit=100&sort=oldest')).toEqual(live.toReversed());
    expect(await emails('status=revoked')).toEqual([3]);
    expect(await emails('status=active&resellerId=reseller-csv')).toEqual([2]);
    expect(await emails('status=all&mode=all&resellerId=direct&sort=oldest')).toEqual([1, 3]);
    const oldest = await licensing.as(ADMIN, '/api/admin/licenses?search=mode.&sort=oldest&limit=2');
    expect(await emails(`sort=oldest&limit=2&cursor=${oldest.headers.get('x-next-cursor')}`)).toEqual([3]);
    expect(await list('?search=mode.1')).toMatchObject([{ isTest: true, orderId: orders[0]!.orderId }]);

    const file = await licensing.as(ADMIN, '/api/admin/licenses/export?search=mode.&status=active');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="licenses-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = (file.body as string).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      'License ID,Issued,Customer Email,Customer Business,Status,Mode,Origin,Seller,Order ID,First Used',
    );
    expect(lines[1]).toContain(`,active,live,order,"'=Acme, ""Tools""",${orders[1]!.orderId},`);
    expect(lines[2]).toContain(',mode.1@example.com,');
    expect(lines[2]).toContain(',test,order,');
    for (const { licenseKey } of await list('?search=mode.')) expect(file.body).not.toContain(licenseKey);
  });

  it.each(['status=gone', 'mode=both', 'sort=email', 'resellerId='])('%s is refused', async (query) => {
    for (const end of ['', '/export']) {
      if (end && query.startsWith('sort')) continue;
      expect((await licensing.as(ADMIN, `/api/admin/licenses${end}?${query}`)).status).toBe(400);
    }
  });

  it('a license shows why its mail failed, and after a correction only the mail to the new address counts', async () => {
    const resent = await licensing.support.collect(licenseResendRequested);
    const rotated = await licensing.support.collect(licenseKeyRotated);
    const corrected = await licensing.support.collect(licenseEmailCorrected);
    const { license } = await create({ email: 'typo@exmaple.com' });
    const settled = { licenseId: license.id, orderId: null, email: license.email };
    const bounce = { ...settled, outcome: 'failed', error: '406: inactive recipient' } as const;
    await licensing.support.publish(licenseMailSettled, bounce);
    await licensing.support.publish(licenseMailSettled, bounce);
    const shown = async () => (await list(`?search=${license.licenseKey}`))[0];
    await until(async () => (await shown())?.mail.state === 'failed');
    expect((await shown())?.mail.error).toBe('406: inactive recipient');

    const path = `/api/admin/licenses/${license.id}`;
    const json = { email: 'Right@Example.com' };
    expect((await licensing.as(ADMIN, `${path}/email`, { method: 'PUT', json })).status).toBe(200);
    await until(() => rotated.length === 1 && corrected.length === 1);
    // The wrong address may have the first key.
    expect(rotated[0]).toMatchObject({ licenseId: license.id, email: 'Right@Example.com' });
    expect(licensing.keyIn(rotated[0]!)).not.toBe(license.licenseKey);
    await licensing.support.publish(licenseMailSettled, bounce);
    await licensing.support.publish(licenseMailSettled, {
      ...settled,
      ...json,
      outcome: 'sent',
      error: null,
    });
    await until(async () => (await shown())?.mail.state === 'sent');
    expect(await list('?search=RIGHT@example.com')).toMatchObject([{ id: license.id }]);
    expect((await licensing.as(ADMIN, `${path}/resend`, { method: 'POST' })).status).toBe(202);
    await until(() => resent.length === 1);
  });

  it('a license shows its latest mail outcome, regardless of the order in which outcomes arrive', async () => {
    const { license } = await create({ email: 'resent@example.com' });
    const shown = async () => (await list(`?search=${license.licenseKey}`))[0]?.mail;
    const now = Date.now();
    const settle = (outcome: 'sent' | 'failed', at: number) =>
      licensing.support.publish(licenseMailSettled, {
        licenseId: license.id,
        orderId: null,
        email: license.email,
        outcome,
        error: outcome === 'failed' ? `settled at ${at}` : null,
        settledAt: new Date(at).toISOString(),
      });
    await settle('sent', now + 2000);
    await until(async () => (await shown())?.state === 'sent');
    // An outcome of the first mail, which waited for NATS. Later events are handled after it.
    await licensing.licenses.updateOne({ _id: license.id }, { $set: { republishAt: new Date(now) } });
    await settle('failed', now + 1000);
    await until(
      async () => (await licensing.licenses.findById(license.id).lean())?.republishAt === undefined,
    );
    expect((await shown())?.state).toBe('sent');
    await settle('failed', now + 2500);
    await until(async () => (await shown())?.error === `settled at ${now + 2500}`);
    await settle('sent', now + 2400);
    const { license: last } = await create({ email: 'last@example.com' });
    const email = last.email;
    const settled = { licenseId: last.id, orderId: null, email, outcome: 'sent', error: null } as const;
    await licensing.support.publish(licenseMailSettled, settled);
    await until(async () => (await list(`?search=${last.licenseKey}`))[0]?.mail.state === 'sent');
    expect((await shown())?.error).toBe(`settled at ${now + 2500}`);
    expect(await licensing.licenses.findById(license.id).lean()).not.toHaveProperty('republishAt');
  });

  it('only admins list and sign out the devices of a license, and the key of a revoked license is not mailed', async () => {
    const { license } = await create({ email: 'devices@example.com' });
    await licensing.onDevice('activate', license.licenseKey, 'device-aaaa');
    await licensing.onDevice('activate', license.licenseKey, 'device-bbbb');
    const path = `/api/admin/licenses/${license.id}`;
    const devices = async () => (await licensing.as(ADMIN, `${path}/devices`)).body as { deviceId: string }[];
    expect((await devices()).map(({ deviceId }) => deviceId)).toEqual(['device-bbbb', 'device-aaaa']);
    expect(JSON.stringify(await devices())).not.toContain('token');

    const calls = [
      ['GET', '/devices'],
      ['DELETE', '/devices/device-aaaa'],
      ['POST', '/resend'],
      ['PUT', '/email', { email: 'thief@example.com' }],
    ] as const;
    for (const [method, end, json] of calls) {
      for (const area of ['admin', 'resellers']) {
        const target = `/api/${area}/licenses/${license.id}${end}`;
        const statuses = [null, { role: 'support' }, { role: 'other' }, resellerActor('r1')] as const;
        for (const actor of statuses) {
          const { status } = await licensing.as(actor, target, { method, ...(json && { json }) });
          expect([401, 403, 404]).toContain(status);
        }
      }
    }
    expect(await devices()).toHaveLength(2);
    expect((await licensing.as(ADMIN, `${path}/devices/device-aaaa`, { method: 'DELETE' })).status).toBe(200);
    expect((await devices()).map(({ deviceId }) => deviceId)).toEqual(['device-bbbb']);
    expect((await licensing.onDevice('validate', license.licenseKey, 'device-aaaa')).code).toBe(
      'DEVICE_NOT_ACTIVATED',
    );
    await licensing.as(ADMIN, `/api/admin/licenses/${license.licenseKey}/deactivate`, { method: 'POST' });
    expect((await licensing.as(ADMIN, `${path}/resend`, { method: 'POST' })).status).toBe(409);
  });

  it.each([
    [{ email: 'not an address' }],
    [{ email: { $ne: null } }],
    [{}],
    [{ email: 'a@example.com', role: 'admin' }],
    [{ email: 'a@example.com', notes: 'x'.repeat(3000) }],
  ])('the body %j creates no license', async (json) => {
    const before = await licensing.licenses.countDocuments();
    const { status } = await create(json);
    expect(status).toBe(400);
    expect(await licensing.licenses.countDocuments()).toBe(before);
  });

  it('visitors and every other role are refused, and nothing changes [S6.02]', async () => {
    const { license } = await create({ email: 'kept@example.com' });
    const before = await licensing.licenses.countDocuments();
    const calls: [path: string, options: { method?: string; json?: unknown }][] = [
      ['/api/admin/licenses', {}],
      ['/api/admin/licenses/export', {}],
      ['/api/admin/licenses/manual', { json: { email: 'x@example.com' } }],
      [`/api/admin/licenses/${license.licenseKey}/deactivate`, { method: 'POST' }],
      ['/api/selectors', { json: { selectors: '{}' } }],
      ['/api/selectors/restore', { json: { version: 1 } }],
    ];
    for (const [path, options] of calls) {
      expect((await licensing.as(null, path, options)).status).toBe(401);
      for (const actor of [resellerActor('r1'), { role: 'support' }, { role: 'other' }] as const) {
        const reply = await licensing.as(actor, path, options);
        expect(reply.status).toBe(403);
        expect(JSON.stringify(reply.body)).not.toContain(license.licenseKey);
      }
    }
    expect(await licensing.licenses.countDocuments()).toBe(before);
    expect((await list()).find(({ id }) => id === license.id)?.isActive).toBe(true);
    expect((await licensing.as(ADMIN, '/api/selectors')).body).toMatchObject({ version: 0 });
  });
});
