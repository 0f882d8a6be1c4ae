import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  orderDisputed,
  orderDisputeWon,
  orderEmailCorrected,
  orderPaid,
  orderRefunded,
} from '@leadping/contracts/commerce/order-events';
import {
  licenseIssued,
  licenseKeyRotated,
  licenseResendRequested,
  licenseRevoked,
} from '@leadping/contracts/licensing/license-events';
import { getLicenseEmail } from '@leadping/contracts/licensing/requests';
import { licenseTimeline } from '@leadping/contracts/timeline';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until } from '@leadping/test-kit/until';
import { paidOrder } from '@leadping/test-kit/orders';
import { PURCHASE } from '@leadping/test-kit/purchases';
import type { LicensingContext } from '../src/context.ts';
import { resendKey } from '../src/licenses/mail-key.ts';
import { startLicensing, type Licensing } from './licensing.ts';

describe('an order that was paid with a test key', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  it('creates a license that is revoked after 30 days, unlike the license of a live order [R-november.5]', async () => {
    const { commerce, licenses } = licensing;
    const [test, live] = [paidOrder({ isTest: true }), paidOrder({ isTest: false })];
    const revoked = await commerce.collect(licenseRevoked, { once: true });
    const issued = await commerce.collect(licenseIssued);
    for (const order of [test, live]) await commerce.publish(orderPaid, order);
    const stored = (orderId: string) => licenses.findOne({ orderId }).lean();
    await until(async () => (await stored(test.orderId)) !== null && (await stored(live.orderId)) !== null);
    const license = await stored(test.orderId);
    const days =
      ((license?.testExpiresAt?.getTime() ?? 0) - (license?.issuedAt?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(30);
    expect((await stored(live.orderId))?.testExpiresAt).toBeUndefined();
    const endOf = ({ orderId }: { orderId: string }) =>
      issued.find((event) => event.orderId === orderId)?.testExpiresAt;
    await until(() => issued.some(({ orderId }) => orderId === live.orderId) && endOf(test) !== undefined);
    expect(endOf(test)).toBe(license?.testExpiresAt?.toISOString());
    expect(endOf(live)).toBeUndefined();

    await licenses.updateOne(
      { orderId: test.orderId },
      { $set: { testExpiresAt: new Date(Date.now() - 1000) } },
    );
    await licensing.runJob('expire licenses');
    await until(() => revoked.some(({ orderId }) => orderId === test.orderId));
    expect(revoked).toMatchObject([
      { orderId: test.orderId, reason: 'test license expired', cause: 'test_expired' },
    ]);
    expect((await stored(live.orderId))?.status).toBe('active');
  });
});

describe('an order whose address is corrected', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  it('updates its license and timeline, and a new key is sent to the new address once per correction', async () => {
    const { commerce, support, licenses } = licensing;
    const mailed = await commerce.collect(licenseKeyRotated, { once: true });
    const order = paidOrder({ customerEmail: 'wrong@example.org', purchase: PURCHASE, isTest: true });
    const { orderId, productType, seller } = order;
    const correct = (customerEmail: string, revision: number) =>
      commerce.publish(orderEmailCorrected, { orderId, productType, seller, customerEmail, revision });
    await commerce.publish(orderPaid, order);
    await until(async () => (await licenses.exists({ orderId })) !== null);

    // The license no longer waits for the previous mail, whose outcome would be about another address.
    expect((await licenses.findOne({ orderId }).lean())?.republishAt).toBeInstanceOf(Date);
    await correct('Right@example.org', 3);
    await correct('Right@example.org', 3);
    await until(() => mailed.some(({ email }) => email === 'Right@example.org'));
    await correct('older@example.org', 2);
    await correct('newest@example.org', 4);
    await until(() => mailed.some(({ email }) => email === 'newest@example.org'));
    expect(mailed.map(({ email }) => email)).toEqual(['Right@example.org', 'newest@example.org']);
    expect(new Set(mailed.map(licensing.keyIn)).size).toBe(2);
    const corrected = await licenses.findOne({ orderId }).lean();
    // The mail with the new key confirms the contract.
    const testExpiresAt = corrected?.testExpiresAt?.toISOString();
    expect(mailed[0]).toMatchObject({ purchase: PURCHASE, testExpiresAt });
    expect(testExpiresAt).toBeDefined();
    expect(corrected).toMatchObject({ email: 'newest@example.org' });
    expect(corrected?.republishAt).toBeUndefined();

    const { entries, licenseIds } = await support.bus.request(licenseTimeline, { orderId });
    expect(licenseIds).toHaveLength(1);
    const emailOf = (licenseId: string) => support.bus.request(getLicenseEmail, { licenseId });
    expect(await emailOf(String(corrected?._id))).toEqual({
      email: 'newest@example.org',
      status: 'active',
      keyNumber: 3,
    });
    expect(await emailOf('0'.repeat(24))).toEqual({ email: null });
    expect(entries).toMatchObject([
      { title: 'License issued', action: 'resend-key', service: 'svc-licensing' },
      { title: 'License key replaced' },
      { title: 'License key replaced' },
    ]);
  });

  it('gets the key after a dispute, if it was corrected during the dispute', async () => {
    const { commerce, support, licenses } = licensing;
    const resends = await commerce.collect(licenseResendRequested, { once: true });
    const order = paidOrder({ customerEmail: 'never@example.org' });
    const { orderId, productType, seller } = order;
    const change = { orderId, productType, seller, customerEmail: 'reached@example.org' };
    const stored = () => licenses.findOne({ orderId }).lean();
    await commerce.publish(orderPaid, order);
    await until(async () => (await stored()) !== null);
    await commerce.publish(orderDisputed, { ...change, customerEmail: order.customerEmail, revision: 2 });
    await until(async () => (await stored())?.status === 'suspended');
    const readTimeline = async () => (await support.bus.request(licenseTimeline, { orderId })).entries;
    const before = await readTimeline();
    expect(before.map(({ title }) => title)).toContain('License suspended');
    await commerce.publish(orderEmailCorrected, { ...change, revision: 3 });
    await until(async () => (await stored())?.email === 'reached@example.org');
    // When it was suspended, whatever else has changed since.
    const after = await readTimeline();
    expect(after.filter(({ title }) => title !== 'License key replaced')).toEqual(before);
    const ofThis = () => resends.filter((license) => license.orderId === orderId);
    expect(ofThis()).toEqual([]);

    await commerce.publish(orderDisputeWon, { ...change, revision: 4 });
    await until(() => ofThis().length > 0);
    await commerce.publish(orderDisputed, { ...change, revision: 5 });
    await commerce.publish(orderDisputeWon, { ...change, revision: 6 });
    await until(async () => (await stored())?.payment.disputeRevision === 6);
    await until(async () => !(await stored())?.outbox?.length);

    expect(ofThis()).toMatchObject([{ email: 'reached@example.org' }]);
  });

  it('does not overwrite a later correction on the license', async () => {
    const { commerce, licenses } = licensing;
    const mailed = await commerce.collect(licenseKeyRotated, { once: true });
    const order = paidOrder();
    const { orderId, productType, seller } = order;
    const stored = () => licenses.findOne({ orderId }).lean();
    const correct = (customerEmail: string, revision: number, correctedAt: Date) =>
      commerce.publish(orderEmailCorrected, {
        orderId,
        productType,
        seller,
        customerEmail,
        revision,
        correctedAt: correctedAt.toISOString(),
      });
    await commerce.publish(orderPaid, order);
    await until(async () => (await stored()) !== null);
    const before = new Date();
    const path = `/api/admin/licenses/${String((await stored())?._id)}/email`;
    const json = { email: 'second@example.org' };
    expect((await licensing.as({ role: 'admin' }, path, { method: 'PUT', json })).status).toBe(200);

    // An event that was published before and waited for NATS.
    await correct('first@example.org', 2, before);
    const handled = paidOrder();
    await commerce.publish(orderEmailCorrected, { ...handled, revision: 2 });
    await until(async () => (await licenses.exists({ orderId: handled.orderId })) !== null);
    expect((await stored())?.email).toBe('second@example.org');
    await correct('third@example.org', 3, new Date());
    await until(async () => (await stored())?.email === 'third@example.org');
    await until(async () => !(await stored())?.outbox?.length);

    const emails = mailed.filter((license) => license.orderId === orderId).map(({ email }) => email);
    expect(emails).toEqual(['second@example.org', 'third@example.org']);
  });

  it('has a key that is resent at the same moment sent to the corrected address', async () => {
    const { commerce, licenses } = licensing;
    const resends = await commerce.collect(licenseResendRequested, { once: true });
    const rotations = await commerce.collect(licenseKeyRotated, { once: true });
    const order = paidOrder({ customerEmail: 'former@example.org' });
    await commerce.publish(orderPaid, order);
    const stored = () => licenses.findOne({ orderId: order.orderId }).lean();
    await until(async () => (await stored()) !== null);
    const id = String((await stored())?._id);
    const json = { email: 'right@example.org' };
    const path = `/api/admin/licenses/${id}/email`;
    const context = {
      licenses: changedMeanwhile(licenses, () =>
        licensing.as({ role: 'admin' }, path, { method: 'PUT', json }),
      ),
      clock: { now: () => Date.now() },
      relay: { flush: () => {} },
    } as unknown as LicensingContext;
    await resendKey(context, { everySeller: true }, id);
    const ofThis = () => [...rotations, ...resends].filter(({ licenseId }) => licenseId === id);
    await until(() => ofThis().length === 2);
    // Both have the new key.
    expect(ofThis()).toMatchObject([
      { email: 'right@example.org', keyNumber: 2 },
      { email: 'right@example.org', keyNumber: 2 },
    ]);
  });

  it('is erased once, even if the erasure is delivered again, and the key keeps working', async () => {
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

  it('gets its license at the corrected address, even if the correction arrives before the payment', async () => {
    const { commerce, support, licenses } = licensing;
    const issued = await commerce.collect(licenseIssued, { once: true });
    const resends = await commerce.collect(licenseResendRequested, { once: true });
    const order = paidOrder({ customerEmail: 'typo@example.org', isTest: true });
    const { orderId, productType, seller } = order;
    const stored = () => licenses.findOne({ orderId }).lean();
    const customerEmail = 'meant@example.org';
    const correct = (email: string, revision: number) =>
      commerce.publish(orderEmailCorrected, { orderId, productType, seller, customerEmail: email, revision });
    await correct(customerEmail, 2);
    await correct(customerEmail, 2);
    await until(async () => (await stored()) !== null);
    await correct('older@example.org', 1);
    const { entries } = await support.bus.request(licenseTimeline, { orderId });
    expect(entries).toMatchObject([{ title: 'Waits for the payment', state: 'waiting' }]);
    await commerce.publish(orderPaid, order);
    await until(() => issued.some((license) => license.orderId === orderId));
    const testExpiresAt = (await stored())?.testExpiresAt?.toISOString();
    expect(testExpiresAt).toBeDefined();
    expect(issued.filter((license) => license.orderId === orderId)).toMatchObject([
      { email: customerEmail, testExpiresAt },
    ]);
    expect(resends.filter((license) => license.orderId === orderId)).toEqual([]);
    expect(await stored()).toMatchObject({ email: customerEmail, emailKey: customerEmail, status: 'active' });
  });

  it('gets the address from the payment if an earlier refund event had none', async () => {
    const { commerce, licenses } = licensing;
    const order = paidOrder({ customerEmail: 'paid@example.org' });
    const { orderId, productType, seller } = order;
    const stored = () => licenses.findOne({ orderId }).lean();
    await commerce.publish(orderRefunded, { orderId, productType, seller, customerEmail: '', revision: 2 });
    await until(async () => (await stored()) !== null);
    await commerce.publish(orderPaid, order);
    await until(async () => (await stored())?.issuedAt !== undefined);
    expect(await stored()).toMatchObject({
      email: 'paid@example.org',
      emailKey: 'paid@example.org',
      status: 'revoked',
      statusChangedAt: (await stored())?.issuedAt,
    });
  });

  it('creates no license if it is for reseller rights', async () => {
    const { commerce, licenses } = licensing;
    const [rights, last] = [paidOrder(), paidOrder()];
    const correctionOf = ({ orderId, seller, customerEmail }: typeof rights) => ({
      orderId,
      seller,
      customerEmail,
      revision: 2,
    });
    await commerce.publish(orderEmailCorrected, {
      ...correctionOf(rights),
      productType: 'reseller_rights',
    });
    await commerce.publish(orderEmailCorrected, { ...correctionOf(last), productType: 'main_product' });
    await until(async () => (await licenses.exists({ orderId: last.orderId })) !== null);
    expect(await licenses.exists({ orderId: rights.orderId })).toBeNull();
  });
});
