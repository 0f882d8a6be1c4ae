import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderEmailCorrected, orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseResendRequested, licenseRevoked } from '@leadping/contracts/licensing/license-events';
import { licenseTimeline } from '@leadping/contracts/timeline';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until } from '@leadping/test-kit/until';
import { paidOrder } from '@leadping/test-kit/orders';
import { startLicensing, type Licensing } from './licensing.ts';

describe('an order that was paid with a test key', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  it('makes a license that is revoked after 30 days, and no other license is', async () => {
    const { commerce, licenses } = licensing;
    const [test, live] = [paidOrder({ isTest: true }), paidOrder({ isTest: false })];
    const revoked = await commerce.collect(licenseRevoked);
    for (const order of [test, live]) await commerce.publish(orderPaid, order);
    const stored = (orderId: string) => licenses.findOne({ orderId }).lean();
    await until(async () => (await stored(test.orderId)) !== null && (await stored(live.orderId)) !== null);
    const license = await stored(test.orderId);
    const days =
      ((license?.testExpiresAt?.getTime() ?? 0) - (license?.issuedAt?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(30);
    expect((await stored(live.orderId))?.testExpiresAt).toBeUndefined();

    await licenses.updateOne(
      { orderId: test.orderId },
      { $set: { testExpiresAt: new Date(Date.now() - 1000) } },
    );
    await until(() => revoked.some(({ orderId }) => orderId === test.orderId));
    expect(revoked).toMatchObject([{ orderId: test.orderId, reason: 'test license expired' }]);
    expect((await stored(live.orderId))?.status).toBe('active');
  });
});

describe('an order whose address is corrected', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  it('gives its license the address and has the key sent there once for each correction, and a timeline shows it', async () => {
    const { commerce, support, licenses } = licensing;
    const resends = await commerce.collect(licenseResendRequested);
    const order = paidOrder({ customerEmail: 'wrong@example.org' });
    const { orderId, productType, seller } = order;
    const correct = (customerEmail: string, revision: number) =>
      commerce.publish(orderEmailCorrected, { orderId, productType, seller, customerEmail, revision });
    await commerce.publish(orderPaid, order);
    await until(async () => (await licenses.exists({ orderId })) !== null);

    await correct('Right@example.org', 3);
    await correct('Right@example.org', 3);
    await correct('older@example.org', 2);
    await until(() => resends.some(({ email }) => email === 'Right@example.org'));
    await correct('newest@example.org', 4);
    await until(() => resends.some(({ email }) => email === 'newest@example.org'));
    expect(resends.map(({ email }) => email)).toEqual(['Right@example.org', 'newest@example.org']);
    expect(await licenses.findOne({ orderId }).lean()).toMatchObject({ email: 'newest@example.org' });

    const { entries, licenseIds } = await support.bus.request(licenseTimeline, { orderId });
    expect(licenseIds).toHaveLength(1);
    expect(entries).toMatchObject([
      { title: 'License issued', action: 'resend-key', service: 'svc-licensing' },
    ]);
  });

  it('is erased once, however often that is delivered; the key keeps working', async () => {
    const { commerce, config, licenses } = licensing;
    const order = paidOrder({ customerEmail: 'erased@example.org' });
    const stored = () => licenses.findOne({ orderId: order.orderId }).lean();
    await commerce.publish(orderPaid, order);
    await until(async () => (await stored()) !== null);
    const before = await stored();

    const [first, ...again] = await eraseTwice(config, 'svc-licensing', 'erased@example.org');

    expect(first).toMatchObject({ removed: [], kept: [{ collection: 'licenses', count: 1 }] });
    for (const report of again) expect(report).toMatchObject({ removed: [], kept: [] });
    const { keyIndex, status, version = 0 } = before ?? {};
    expect(await stored()).toMatchObject({ email: '', emailKey: '', keyIndex, status, version: version + 1 });
  });

  it('without a license changes nothing', async () => {
    const order = paidOrder();
    const { orderId, productType, seller, customerEmail } = order;
    const correction = { orderId, productType, seller, customerEmail, revision: 2 };
    await licensing.commerce.publish(orderEmailCorrected, correction);
    expect(await licensing.support.bus.request(licenseTimeline, { orderId })).toEqual({
      entries: [],
      licenseIds: [],
    });
    expect(await licensing.licenses.exists({ orderId })).toBeNull();
  });
});
