import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findReseller } from '@leadping/contracts/commerce/requests';
import { orderPaid, orderRefunded } from '@leadping/contracts/commerce/order-events';
import {
  ADMIN_LICENSES_PER_DAY,
  DEFAULT_LICENSE_LIMITS,
  type LicenseQuota,
} from '@leadping/contracts/licensing/quota-routes';
import { randomUUID } from 'node:crypto';
import { countHandled } from '@leadping/test-kit/count-handled';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { paidOrder } from '@leadping/test-kit/orders';
import { ADMIN, newEmail, resellerActor } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { onOrderPaid } from '../src/licenses/on-order-paid.ts';
import { quotaModel } from '../src/quotas/quota.model.ts';
import { returnQuota, takeQuota } from '../src/quotas/quota.ts';
import { contextOf, startLicensing, type Licensing } from './licensing.ts';

describe('licenses without a payment', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
    licensing.commerce.bus.respond(findReseller, async ({ idOrSlug: resellerId }) => ({
      reseller: resellerId.startsWith('reseller-')
        ? { resellerId, slug: resellerId, businessName: 'Ann Ltd', isActive: true }
        : null,
    }));
  });
  afterAll(() => licensing.close());

  const newReseller = () => resellerActor(`reseller-${randomUUID().slice(0, 8)}`);
  const byHand = (actor: ReturnType<typeof newReseller>, headers: Record<string, string> = {}) =>
    licensing.as(actor, '/api/resellers/licenses', { json: { customerEmail: 'ada@example.org' }, headers });
  const quotaOf = async (actor: ReturnType<typeof newReseller>) =>
    (await licensing.as(actor, '/api/resellers/licenses/quota')).body as LicenseQuota;
  const setLimits = (resellerId: string, json: object) =>
    licensing.as(ADMIN, `/api/admin/licenses/quotas/${resellerId}`, { method: 'PUT', json });
  const countOf = (resellerId: string) =>
    licensing.licenses.countDocuments({ 'seller.resellerId': resellerId });

  it('are counted for the next day if midnight comes between check and count', async () => {
    const { resellerId } = newReseller();
    const quotas = quotaModel(licensing.database);
    const plain = { quotas, licenses: licensing.licenses };
    const today = await takeQuota(plain, { resellerId });
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    const now = jest.spyOn(Date.prototype, 'toISOString');
    // The first write of the two begins the day.
    const context = {
      ...plain,
      quotas: changedMeanwhile(
        quotas,
        async () => {
          now.mockReturnValue(`${tomorrow}T00:00:00.000Z`);
          await takeQuota(plain, { resellerId });
        },
        2,
      ),
    };
    try {
      expect(await takeQuota(context, { resellerId })).toBe(tomorrow);
    } finally {
      now.mockRestore();
    }
    expect(await quotas.findById(resellerId).lean()).toMatchObject({
      day: tomorrow,
      usedToday: 2,
      usedTotal: 3,
    });
  });

  it('share one daily limit, whether they are created by hand or by webhook, even in parallel', async () => {
    const ann = newReseller();
    expect((await setLimits(ann.resellerId, { perDay: 4, total: 100 })).status).toBe(200);
    const { body } = await licensing.as(ann, '/api/resellers/licenses/webhook-secret', { method: 'POST' });
    const byWebhook = () =>
      licensing.as(null, '/api/webhook/license-create', {
        json: { reseller_id: ann.resellerId, email: 'ada@example.org', license_type: 'standard' },
        headers: { authorization: `Bearer ${(body as { secret: string }).secret}` },
      });
    const replies = await Promise.all(
      [byWebhook, byHand, byWebhook, byHand, byHand, byWebhook].map((make) => make(ann)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringMatching(/At most 4 licenses a day.*contact support/i),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countOf(ann.resellerId)).toBe(4);
    expect(await quotaOf(ann)).toMatchObject({ perDay: 4, total: 100, usedToday: 4, usedTotal: 4 });
  });

  it('have a total limit, which includes licenses from before the limit, while a repeat uses nothing', async () => {
    const ann = newReseller();
    expect((await byHand(ann)).status).toBe(201);
    await licensing.database.collection('license_quotas').deleteOne({ _id: ann.resellerId as never });
    expect(await quotaOf(ann)).toMatchObject({ ...DEFAULT_LICENSE_LIMITS, usedToday: 0, usedTotal: 1 });
    await setLimits(ann.resellerId, { perDay: 10, total: 2 });
    const headers = { 'idempotency-key': randomUUID() };
    const made = await byHand(ann, headers);
    expect((await byHand(ann, headers)).body).toEqual(made.body);
    const refused = await byHand(ann);
    expect(refused).toMatchObject({ status: 409, body: { code: 'LICENSE_LIMIT_REACHED' } });
    expect((refused.body as { message: string }).message).toMatch(/All 2 licenses.*contact support/i);
    expect((await byHand(ann, headers)).status).toBe(201);
    expect(await countOf(ann.resellerId)).toBe(2);
  });

  it('leave no audit entry if they are refused on a new day', async () => {
    const ann = newReseller();
    await setLimits(ann.resellerId, { perDay: 5, total: 0 });
    await licensing.database
      .collection('license_quotas')
      .updateOne({ _id: ann.resellerId as never }, { $set: { day: '2026-01-01' } });
    expect((await byHand(ann)).status).toBe(409);
    const entries = licensing.database.collection('audit_entries');
    expect(await entries.countDocuments({ 'record.actor.resellerId': ann.resellerId })).toBe(0);
  });

  it('do not block a paid order when their limit is reached', async () => {
    const ann = newReseller();
    await setLimits(ann.resellerId, { perDay: 0, total: 0 });
    expect((await byHand(ann)).status).toBe(409);
    const order = paidOrder({ seller: { resellerId: ann.resellerId, businessName: 'Ann Ltd' } });
    await licensing.commerce.publish(orderPaid, order);
    await until(async () => (await countOf(ann.resellerId)) === 1);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 0, usedTotal: 0 });
  });

  it('count with free orders of the reseller, of which one over the limit waits until the limit allows it', async () => {
    const ann = newReseller();
    await setLimits(ann.resellerId, { perDay: 1, total: 100 });
    const seller = { resellerId: ann.resellerId, businessName: 'Ann Ltd' };
    const free = { seller, money: { amountMinor: 0, currency: 'USD' } } as const;
    const [first, second, test] = [paidOrder(free), paidOrder(free), paidOrder({ ...free, isTest: true })];
    const stored = ({ orderId }: { orderId: string }) => licensing.licenses.findOne({ orderId }).lean();
    const before = await countHandled(licensing.url, orderPaid.subject);
    await licensing.commerce.publish(orderPaid, first);
    await until(async () => (await stored(first)) !== null);
    // A repeat uses nothing, and neither does a test.
    await licensing.commerce.publish(orderPaid, first);
    await licensing.commerce.publish(orderPaid, test);
    await until(async () => (await stored(test)) !== null);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 1, usedTotal: 1 });
    await licensing.commerce.publish(orderPaid, second);
    await until(async () => (await countHandled(licensing.url, orderPaid.subject)) >= before + 4);
    expect(await stored(second)).toBeNull();
    await setLimits(ann.resellerId, { perDay: 2, total: 100 });
    await licensing.commerce.publish(orderPaid, second);
    await until(async () => (await stored(second)) !== null);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 2, usedTotal: 2 });
  });

  it('count once if the deliveries of a free order meet, and not at all while its license cannot be written', async () => {
    const ann = newReseller();
    const seller = { resellerId: ann.resellerId, businessName: 'Ann Ltd' };
    const order = paidOrder({ seller, money: { amountMinor: 0, currency: 'USD' } });
    const context = await contextOf(licensing);
    // A refund that arrives first leaves a stub, which the payment fills.
    await licensing.commerce.publish(orderRefunded, { ...order, revision: 2 });
    await until(async () => (await countOf(ann.resellerId)) === 1);
    const noPlace = () => Promise.reject(new Error('no place to write'));
    const broken = { ...context, licenses: changedMeanwhile(context.licenses, noPlace) };
    await expect(onOrderPaid(broken, order, 'event-1')).rejects.toThrow('no place to write');
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 0, usedTotal: 0 });
    await Promise.all(['event-1', 'event-2', 'event-3'].map((id) => onOrderPaid(context, order, id)));
    expect(await countOf(ann.resellerId)).toBe(1);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 1, usedTotal: 1 });
  });

  it('are limited with a 429 for an admin too, and for that admin only', async () => {
    const admin = { ...ADMIN, userId: randomUUID() };
    const grant = (actor: typeof admin) =>
      licensing.as(actor, '/api/admin/licenses/manual', { json: { email: newEmail() } });
    expect((await grant(admin)).status).toBe(201);
    await licensing.database
      .collection('license_quotas')
      .updateOne({ _id: `admin:${admin.userId}` as never }, { $set: { usedToday: ADMIN_LICENSES_PER_DAY } });
    expect(await grant(admin)).toMatchObject({ status: 429, body: { code: 'QUOTA_EXCEEDED' } });
    expect((await grant({ ...admin, userId: randomUUID() })).status).toBe(201);
  });

  it('are counted from zero on a new day', async () => {
    const ann = newReseller();
    await setLimits(ann.resellerId, { perDay: 1, total: 100 });
    await byHand(ann);
    expect((await byHand(ann)).status).toBe(429);
    await licensing.database
      .collection('license_quotas')
      .updateOne({ _id: ann.resellerId as never }, { $set: { day: '2026-01-01' } });
    expect((await byHand(ann)).status).toBe(201);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 1, usedTotal: 2 });
  });

  it('are subtracted only from the total if a reservation of another day is returned', async () => {
    const ann = newReseller();
    const context = { quotas: quotaModel(licensing.database), licenses: licensing.licenses };
    const day = await takeQuota(context, ann);
    await takeQuota(context, ann);
    await returnQuota(context, ann, day);
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 1, usedTotal: 1 });
    await returnQuota(context, ann, '2026-01-01');
    expect(await quotaOf(ann)).toMatchObject({ usedToday: 1, usedTotal: 0 });
  });

  it('are limited by admins only, with valid limits, for known resellers', async () => {
    const ann = newReseller();
    const path = `/api/admin/licenses/quotas/${ann.resellerId}`;
    const json = { perDay: 100_000, total: 100_000 };
    for (const actor of [ann, { role: 'support' } as const, { role: 'other' } as const]) {
      expect((await licensing.as(actor, path, { method: 'PUT', json })).status).toBe(403);
      expect((await licensing.as(actor, path)).status).toBe(403);
    }
    expect((await licensing.as(null, path, { method: 'PUT', json })).status).toBe(401);
    for (const wrong of [
      { perDay: -1, total: 1 },
      { perDay: 1.5, total: 1 },
      { perDay: 1 },
      { ...json, usedTotal: 0 },
    ]) {
      expect((await setLimits(ann.resellerId, wrong)).status).toBe(400);
    }
    expect((await setLimits('nobody', json)).status).toBe(404);
    expect(await quotaOf(ann)).toMatchObject(DEFAULT_LICENSE_LIMITS);
  });
});
