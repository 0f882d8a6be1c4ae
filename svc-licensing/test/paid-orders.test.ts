import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderPaid,
  orderPaidId,
  orderRefunded,
  orderRefundFailed,
} from '@leadping/contracts/commerce/order-events';
import {
  licenseIssued,
  licenseIssuedId,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import { until } from '@leadping/test-kit/until';
import { paidOrder, paymentStatus } from '@leadping/test-kit/orders';
import { ADMIN } from '@leadping/test-kit/people';
import { PURCHASE } from '@leadping/test-kit/purchases';
import { startLicensing, type Licensing } from './licensing.ts';

describe('licenses of orders', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  /** Tells that the order is paid and waits for its license. */
  const sell = async (order = paidOrder()) => {
    const issued = await licensing.support.collect(licenseIssued);
    await licensing.commerce.publish(orderPaid, order);
    await until(() => issued.some(({ orderId }) => orderId === order.orderId));
    const published = issued.find(({ orderId }) => orderId === order.orderId)!;
    return { order, licenseKey: licensing.keyIn(published), licenseId: published.licenseId };
  };
  const statusOf = async (orderId: string) => (await licensing.licenses.findOne({ orderId }).lean())?.status;

  it('a paid order creates a license that can be activated [R-licenses.4]', async () => {
    const { order, licenseKey } = await sell();
    expect(licenseKey).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){7}$/);
    const activated = await licensing.onDevice('activate', licenseKey);
    expect(activated).toMatchObject({ valid: true, code: 'VALID', token: expect.any(String) });
    const kept = await licensing.licenses.findOne({ orderId: order.orderId }).lean();
    expect(kept).toMatchObject({ email: order.customerEmail, origin: 'order', status: 'active' });
  });

  it('a license keeps what was bought, for the mail with the key and for each later mail', async () => {
    const issued = await licensing.support.collect(licenseIssued);
    const again = await licensing.support.collect(licenseResendRequested);
    const { order, licenseId } = await sell({ ...paidOrder(), purchase: PURCHASE });
    expect(issued.find(({ orderId }) => orderId === order.orderId)?.purchase).toEqual(PURCHASE);
    await licensing.as(ADMIN, `/api/admin/licenses/${licenseId}/resend`, { method: 'POST' });
    await until(() => again.some((event) => event.licenseId === licenseId));
    expect(again.find((event) => event.licenseId === licenseId)?.purchase).toEqual(PURCHASE);
    const revoked = await licensing.support.collect(licenseRevoked);
    await licensing.commerce.publish(orderRefunded, paymentStatus(order, 2));
    await until(() => revoked.some((event) => event.licenseId === licenseId));
    expect(revoked.find((event) => event.licenseId === licenseId)?.purchase).toEqual(PURCHASE);
    const { order: older } = await sell();
    expect(issued.find(({ orderId }) => orderId === older.orderId)).not.toHaveProperty('purchase');
  });

  it('the key is not readable anywhere in the database', async () => {
    const { licenseKey, licenseId } = await sell();
    const kept: unknown[] = [];
    for (const { name } of await licensing.database.listCollections()) {
      kept.push(await licensing.database.collection(name).find({}).toArray());
    }
    expect(JSON.stringify(kept)).toContain(licenseId);
    expect(JSON.stringify(kept)).not.toContain(licenseKey);
  });

  it('an order that is published five times at once creates one license', async () => {
    const order = paidOrder();
    const issued = await licensing.support.collect(licenseIssued);
    await Promise.all(Array.from({ length: 5 }, () => licensing.commerce.publish(orderPaid, order)));
    const { order: later } = await sell();
    const isIssued = ({ orderId: wanted }: { orderId: string }) =>
      issued.some(({ orderId }) => orderId === wanted);
    // Five at once wait for each other, so the later one may be first.
    await until(() => isIssued(order) && isIssued(later));
    expect(await licensing.licenses.countDocuments({ orderId: order.orderId })).toBe(1);
    expect(new Set(issued.filter(({ orderId }) => orderId === order.orderId).map(licensing.keyIn)).size).toBe(
      1,
    );
  });

  it('an order of reseller rights creates no license', async () => {
    const order = paidOrder({ productType: 'reseller_rights' });
    await licensing.commerce.publish(orderPaid, order);
    await sell();
    expect(await licensing.licenses.countDocuments({ orderId: order.orderId })).toBe(0);
  });

  it('a full refund revokes the license, and a repeated event changes nothing [R-checkout.21]', async () => {
    const revoked = await licensing.support.collect(licenseRevoked);
    const { order, licenseKey, licenseId } = await sell();
    await licensing.commerce.publish(orderRefunded, paymentStatus(order, 2));
    await licensing.commerce.publish(orderRefunded, paymentStatus(order, 2));
    await until(async () => (await statusOf(order.orderId)) === 'revoked');
    expect(await licensing.onDevice('activate', licenseKey)).toMatchObject({
      valid: false,
      code: 'LICENSE_REVOKED',
      token: null,
    });
    const { order: later } = await sell();
    await licensing.commerce.publish(orderRefunded, paymentStatus(later, 2));
    await until(() => revoked.some(({ orderId }) => orderId === later.orderId));
    expect(revoked.filter((published) => published.licenseId === licenseId)).toHaveLength(1);
  });

  it('a key that was not mailed before a refund is mailed after the refund failed, but a key that was mailed is not mailed again', async () => {
    const { commerce, support, licenses } = licensing;
    const resent = await support.collect(licenseResendRequested);
    const [unmailed, mailed] = [await sell(), await sell()];
    const { licenseId, order } = mailed;
    const [outcome, error] = ['sent' as const, null];
    const { orderId, customerEmail: email } = order;
    await support.publish(licenseMailSettled, { licenseId, orderId, email, outcome, error });
    await until(async () => (await licenses.exists({ orderId, 'mail.outcome': 'sent' })) !== null);
    // The same holds for a refund that arrives before the payment.
    const early = paidOrder();
    await commerce.publish(orderRefunded, paymentStatus(early, 2));
    await until(async () => (await statusOf(early.orderId)) === 'revoked');
    const ofEarly = await sell(early);
    for (const sold of [mailed, unmailed])
      await commerce.publish(orderRefunded, paymentStatus(sold.order, 2));
    for (const sold of [mailed, unmailed, ofEarly])
      await commerce.publish(orderRefundFailed, paymentStatus(sold.order, 3));
    await until(() => resent.length >= 2);
    await until(async () => (await statusOf(orderId)) === 'active');
    await until(
      async () => (await licenses.exists({ orderId, 'outbox.0': trusted({ $exists: true }) })) === null,
    );
    expect(new Set(resent.map((each) => each.licenseId))).toEqual(
      new Set([unmailed.licenseId, ofEarly.licenseId]),
    );
  });

  it('a failed refund reinstates the license once, even if the events arrive in another order', async () => {
    const reinstated = await licensing.support.collect(licenseReinstated);
    const { order, licenseKey, licenseId } = await sell();
    await licensing.onDevice('activate', licenseKey);
    await licensing.commerce.publish(orderRefunded, paymentStatus(order, 2));
    await until(async () => (await statusOf(order.orderId)) === 'revoked');
    for (let copy = 0; copy < 2; copy += 1) {
      await licensing.commerce.publish(orderRefundFailed, paymentStatus(order, 3));
    }
    await until(async () => (await statusOf(order.orderId)) === 'active');
    expect(await licensing.onDevice('validate', licenseKey)).toMatchObject({ valid: true });
    const { order: swapped } = await sell();
    await licensing.commerce.publish(orderRefundFailed, paymentStatus(swapped, 3));
    await licensing.commerce.publish(orderRefunded, paymentStatus(swapped, 2));
    const { order: later } = await sell();
    await licensing.commerce.publish(orderRefunded, paymentStatus(later, 2));
    await until(async () => (await statusOf(later.orderId)) === 'revoked');
    expect(await statusOf(swapped.orderId)).toBe('active');
    await until(() => reinstated.some((published) => published.licenseId === licenseId));
    expect(reinstated.filter((published) => published.licenseId === licenseId)).toHaveLength(1);
  });

  it('a dispute suspends the license, and a won dispute reinstates it [R-checkout.23] [R-checkout.24]', async () => {
    const suspended = await licensing.support.collect(licenseSuspended);
    const reinstated = await licensing.support.collect(licenseReinstated);
    const { order, licenseKey, licenseId } = await sell();
    await licensing.onDevice('activate', licenseKey);
    await licensing.commerce.publish(orderDisputed, paymentStatus(order, 2));
    await until(async () => (await statusOf(order.orderId)) === 'suspended');
    expect((await licensing.onDevice('validate', licenseKey)).code).toBe('LICENSE_SUSPENDED');
    await until(() => suspended.some((published) => published.licenseId === licenseId));
    await licensing.commerce.publish(orderDisputeWon, paymentStatus(order, 3));
    await until(async () => (await statusOf(order.orderId)) === 'active');
    expect(await licensing.onDevice('validate', licenseKey)).toMatchObject({ valid: true });
    await until(() => reinstated.some((published) => published.licenseId === licenseId));
  });

  it('a lost dispute revokes the license [R-late.13]', async () => {
    const { order, licenseKey } = await sell();
    await licensing.commerce.publish(orderDisputed, paymentStatus(order, 2));
    await licensing.commerce.publish(orderDisputeLost, paymentStatus(order, 3));
    await until(async () => (await statusOf(order.orderId)) === 'revoked');
    expect((await licensing.onDevice('validate', licenseKey)).code).toBe('LICENSE_REVOKED');
  });

  it('a refund that is published before the payment results in one license, which is revoked [R-checkout.25]', async () => {
    const revoked = await licensing.support.collect(licenseRevoked);
    const order = paidOrder();
    await licensing.commerce.publish(orderRefunded, paymentStatus(order, 2));
    await until(async () => (await statusOf(order.orderId)) === 'revoked');
    const listed = await licensing.as(ADMIN, `/api/admin/licenses?search=${order.customerEmail}`);
    expect(listed.body).toEqual([]);
    const { licenseKey, licenseId } = await sell(order);
    await until(() => revoked.some((published) => published.licenseId === licenseId));
    expect((await licensing.onDevice('validate', licenseKey)).code).toBe('LICENSE_REVOKED');
    expect(await licensing.licenses.countDocuments({ orderId: order.orderId })).toBe(1);
  });

  it('an order that commerce repeats causes its license to be published again, but a second delivery by NATS does not', async () => {
    const { order } = await sell();
    const ofOrder = { orderId: order.orderId };
    await licensing.licenses.updateOne(ofOrder, { $set: { issuedAt: new Date(Date.now() - 60_000) } });
    const readPublishCount = async () => (await licensing.licenses.findOne(ofOrder).lean())?.publishCount;
    await licensing.commerce.publish(orderPaid, order, orderPaidId(order.orderId));
    await sell();
    expect(await readPublishCount()).toBe(0);
    await licensing.commerce.publish(orderPaid, order, orderPaidId(order.orderId, 1));
    await until(async () => (await readPublishCount()) !== 0);
    expect(await readPublishCount()).toBe(1);
  });

  it('a license whose mail is not settled is published again with the same key, but a settled one is not', async () => {
    const issued = await licensing.support.collect(licenseIssued);
    const unsettled = await sell();
    const settled = await sell();
    const { licenseId, order } = settled;
    const mail = {
      licenseId,
      orderId: order.orderId,
      email: order.customerEmail,
      outcome: 'sent',
      error: null,
    } as const;
    await licensing.support.publish(licenseMailSettled, mail);
    await licensing.support.publish(licenseMailSettled, mail);
    const isWaiting = async ({ order }: typeof settled) =>
      (await licensing.licenses.findOne({ orderId: order.orderId }).lean())?.republishAt !== undefined;
    await until(async () => !(await isWaiting(settled)));
    // Published a minute ago, as far as the sweep can see.
    await licensing.licenses.updateMany(
      { republishAt: trusted({ $exists: true }) },
      { $set: { republishAt: new Date(0) } },
    );
    await licensing.runJob('republish unsettled licenses');
    const readPublishCount = async ({ order }: typeof settled) =>
      (await licensing.licenses.findOne({ orderId: order.orderId }).lean())?.publishCount;
    await until(async () => (await readPublishCount(unsettled)) === 1);
    expect(await readPublishCount(settled)).toBe(0);
    await until(() => issued.filter((published) => published.licenseId === unsettled.licenseId).length === 2);
    // The repeat has its own event id, so that support settles it again and NATS does not drop it as a duplicate.
    const published = licensing.database.collection<{ _id: string }>('published_events');
    const repeat = { _id: licenseIssuedId(unsettled.licenseId, 1) };
    await until(async () => (await published.countDocuments(repeat)) === 1);
    expect(
      new Set(issued.filter((published) => published.licenseId === unsettled.licenseId).map(licensing.keyIn))
        .size,
    ).toBe(1);
  });
});
