import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { licenseKeyRotated, licenseResendRequested } from '@leadping/contracts/licensing/license-events';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { paidOrder } from '@leadping/test-kit/orders';
import { ADMIN } from '@leadping/test-kit/people';
import type { LicensingContext } from '../src/context.ts';
import { requestResend, sendRequestedKeys } from '../src/resend/resend-keys.ts';
import { resendRequestModel } from '../src/resend/resend-request.model.ts';
import { startLicensing, type Licensing } from './licensing.ts';

const HOUR_MS = 3_600_000;

describe('a request to send keys again', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const resend = (email: unknown) => send(`${licensing.url}/api/license/resend`, { json: { email } });
  const create = async (email: string) =>
    (await licensing.as(ADMIN, '/api/admin/licenses/manual', { json: { email } })).body as {
      licenseKey: string;
    };
  const handled = (email: string) =>
    licensing.database
      .collection('resend_requests')
      .countDocuments({ emailKey: canonicalEmail(email), handledAt: { $exists: true } });

  it('sends every key of the address once, and not again within ten minutes', async () => {
    const published = await licensing.support.collect(licenseResendRequested);
    const keys = [await create('buyer@example.com'), await create('buyer@example.com')].map(
      ({ licenseKey }) => licenseKey,
    );
    await create('other@example.com');
    await resend(' Buyer@Example.com ');
    await until(async () => (await handled('buyer@example.com')) === 1);
    await resend('buyer@example.com');
    await until(async () => (await handled('buyer@example.com')) === 2);
    await resend('last@example.com');
    await until(async () => (await handled('last@example.com')) === 1);
    await until(() => published.length >= 2);
    expect(published.map(licensing.keyIn).sort()).toEqual(keys.sort());
  });

  it('does not delay the next mail if it sent no mail itself', async () => {
    const resent = await licensing.support.collect(licenseResendRequested);
    await create('patient@example.com');
    const ofPatient = () => resent.filter(({ email }) => email === 'patient@example.com').length;
    await resend('patient@example.com');
    await until(() => ofPatient() === 1);
    await until(async () => (await handled('patient@example.com')) === 1);
    await resend('patient@example.com');
    await until(async () => (await handled('patient@example.com')) === 2);
    // Ten minutes after the one that was mailed, and five after the one that was not.
    const requests = licensing.database.collection('resend_requests');
    await requests.updateMany({ emailKey: 'patient@example.com', sentAt: { $exists: true } }, [
      {
        $set: {
          sentAt: { $subtract: ['$sentAt', 601_000] },
          handledAt: { $subtract: ['$handledAt', 601_000] },
        },
      },
    ]);
    await resend('patient@example.com');
    await until(() => ofPatient() === 2);
  });

  it('sends the keys of an address at most five times a day', async () => {
    const resent = await licensing.support.collect(licenseResendRequested);
    const email = 'asked-for@example.com';
    await create(email);
    const requests = licensing.database.collection('resend_requests');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
    await requests.insertMany(
      [1, 2, 3, 4, 5].map((hours) => ({
        emailKey: email,
        requestedAt: hoursAgo(hours),
        handledAt: hoursAgo(hours),
        sentAt: hoursAgo(hours),
        expiresAt: hoursAgo(-1),
      })),
    );
    await resend(email);
    await until(async () => (await handled(email)) === 6);
    expect(await requests.countDocuments({ emailKey: email, sentAt: { $gt: hoursAgo(0.5) } })).toBe(0);
    await requests.updateOne(
      { emailKey: email, sentAt: { $lt: hoursAgo(4.5) } },
      { $set: { sentAt: hoursAgo(25) } },
    );
    await resend(email);
    await until(() => resent.some((each) => each.email === email));
  });

  it.each(['Anna@Example.org', 'INFO@müller.de', 'A&B@example.org', '"anna b"@Example.org'])(
    'sends the key to an address that was typed as %s if it is typed in lower case later [R-licenses.14]',
    async (typed) => {
      const resent = await licensing.support.collect(licenseResendRequested);
      const order = paidOrder({ customerEmail: typed });
      await licensing.commerce.publish(orderPaid, order);
      await until(async () => (await licensing.licenses.countDocuments({ orderId: order.orderId })) === 1);
      await resend(typed.toLowerCase());
      await until(() => resent.some(({ orderId }) => orderId === order.orderId));
      expect(resent.find(({ orderId }) => orderId === order.orderId)?.email).toBe(typed);
    },
  );

  it('gets the same reply whether or not the address has a key [R-licenses.14]', async () => {
    await create('known@example.com');
    const known = await resend('known@example.com');
    const unknown = await resend('unknown@example.com');
    expect(known.status).toBe(202);
    expect(unknown.status).toBe(202);
    expect(known.body).toEqual(unknown.body);
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
  });

  it('does not send a key to the former address if the address is corrected at the same moment', async () => {
    const { database, licenses } = licensing;
    const resent = await licensing.support.collect(licenseResendRequested);
    const rotated = await licensing.support.collect(licenseKeyRotated);
    await create('former@example.com');
    const id = String((await licenses.findOne({ emailKey: 'former@example.com' }).lean())?._id);
    const json = { email: 'corrected@example.com' };
    const path = `/api/admin/licenses/${id}/email`;
    const context = {
      licenses: changedMeanwhile(licenses, () => licensing.as(ADMIN, path, { method: 'PUT', json })),
      // A separate collection, because the running service would handle the request first.
      resendRequests: resendRequestModel(database.useDb(`${database.name}-apart`)),
      clock: { now: () => Date.now() + HOUR_MS },
      relay: { flush: () => {} },
      record: () => {},
    } as unknown as LicensingContext;
    await requestResend(context, 'former@example.com');
    await sendRequestedKeys(context);
    // The time comes from the clock that instances share.
    const [handled] = await context.resendRequests.find().lean();
    expect(handled?.sentAt?.getTime()).toBeGreaterThan(Date.now() + HOUR_MS / 2);
    await until(() => rotated.some(({ email }) => email === 'corrected@example.com'));
    await resend('corrected@example.com');
    await until(() => resent.some(({ email }) => email === 'corrected@example.com'));
    expect(resent.map(({ email }) => email)).not.toContain('former@example.com');
  });

  it('does not send the key of a revoked license', async () => {
    const published = await licensing.support.collect(licenseResendRequested);
    const { licenseKey } = await create('revoked@example.com');
    await licensing.as(ADMIN, `/api/admin/licenses/${licenseKey}/deactivate`, { method: 'POST' });
    await create('fine@example.com');
    await resend('revoked@example.com');
    await resend('fine@example.com');
    await until(() => published.some(({ email }) => email === 'fine@example.com'));
    expect(await handled('revoked@example.com')).toBe(1);
    expect(published.map(({ email }) => email)).not.toContain('revoked@example.com');
  });

  it.each([['nobody'], [{ $ne: null }], [undefined], [['a@example.com', 'b@example.com']]])(
    'is refused for the address %j',
    async (email) => {
      expect((await resend(email)).status).toBe(400);
    },
  );
});
