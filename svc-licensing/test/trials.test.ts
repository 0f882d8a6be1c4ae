import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { licenseIssued, licenseRevoked } from '@leadping/contracts/licensing/license-events';
import { ADMIN } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until, untilFound } from '@leadping/test-kit/until';
import { untilPublished } from '@leadping/test-kit/until-published';
import { decodeJwt } from 'jose';
import type { PayloadOf } from '@leadping/contracts/event';
import { startLicensing, type Licensing } from './licensing.ts';

const DAY_MS = 24 * 3_600_000;

let licensing: Licensing;
let issued: PayloadOf<typeof licenseIssued>[];
beforeAll(async () => {
  licensing = await startLicensing();
  issued = await licensing.support.collect(licenseIssued);
});
afterAll(() => licensing.close());

const start = (email: string) => send(`${licensing.url}/api/trials`, { json: { email } });
const trials = () => licensing.database.collection<{ _id: string }>('trials');
const licensesTo = (email: string) => issued.filter((license) => license.email === email);
const firstTo = (email: string) =>
  untilFound(`a license to ${email}`, () => Promise.resolve(licensesTo(email)[0]));
/** Waits until the job has handled every request. */
const settle = async () => {
  await licensing.runJob('issue trials');
  await until(async () => (await trials().countDocuments({ handledAt: { $exists: false } })) === 0);
};

/** Starts a trial and returns the key from its mail. */
async function keyFor(email: string): Promise<string> {
  await start(email);
  return licensing.keyIn(await firstTo(email));
}

const endTrial = (email: string) =>
  licensing.licenses.updateOne({ email }, { $set: { trialEndsAt: new Date(Date.now() - 1000) } });

describe('a trial', () => {
  it('is a license of seven days whose key is mailed and in no reply', async () => {
    const reply = await start('new@example.com');
    expect(reply.status).toBe(202);
    const license = await firstTo('new@example.com');
    const left = Date.parse(license.trialEndsAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(7 * DAY_MS - 3_600_000);
    expect(left).toBeLessThanOrEqual(7 * DAY_MS);
    expect(JSON.stringify(reply.body)).not.toContain(licensing.keyIn(license));
    expect(license).toMatchObject({ orderId: null, seller: { resellerId: null } });
  });

  it('gives the same reply to an address that had a trial, and mails it nothing', async () => {
    await keyFor('again@example.com');
    const [known, unknown] = [await start('again@example.com'), await start('unknown@example.com')];
    expect(known).toMatchObject({ status: unknown.status, body: unknown.body });
    await until(() => licensesTo('unknown@example.com').length === 1);
    await settle();
    expect(licensesTo('again@example.com')).toHaveLength(1);
  });

  it.each([
    'victim+1@example.com',
    'v.i.c.tim@example.com',
    'VICTIM@EXAMPLE.COM',
    '"victim"@example.com',
    ' victim+a+b@example.com ',
  ])('sends no second mail to the mailbox of %s', async (other) => {
    await start('victim@example.com');
    await until(() => licensesTo('victim@example.com').length === 1);
    expect((await start(other)).status).toBe(202);
    await settle();
    await keyFor(`after-${Buffer.from(other).toString('hex')}@example.com`);
    expect(issued.filter(({ email }) => /v\.?i\.?c\.?tim/i.test(email))).toHaveLength(1);
  });

  it('is one trial for both domains of the same provider', async () => {
    await keyFor('ann.b@gmail.com');
    await start('annb@googlemail.com');
    await settle();
    expect(licensesTo('annb@googlemail.com')).toEqual([]);
  });

  it('is issued once for fifty requests at the same moment', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, nth) => start(`many+${nth}@example.com`)));
    await until(() => issued.some(({ email }) => email.startsWith('many+')));
    await settle();
    await keyFor('after-many@example.com');
    expect(issued.filter(({ email }) => email.startsWith('many+'))).toHaveLength(1);
  });

  it('is issued once if the job dies between the license and its note', async () => {
    const email = 'crashed@example.com';
    await keyFor(email);
    await settle();
    const [last] = await trials().find().sort({ requestedAt: -1 }).limit(1).toArray();
    await trials().updateOne({ _id: last?._id }, { $set: { email }, $unset: { handledAt: 1 } });
    await settle();
    await keyFor('after-crashed@example.com');
    expect(licensesTo(email)).toHaveLength(1);
    expect(JSON.stringify(await trials().find().toArray())).not.toContain(email);
  });

  it('activates on a device, and its offline token ends with it', async () => {
    const licenseKey = await keyFor('token@example.com');
    const activated = await licensing.onDevice('activate', licenseKey, 'device-token');
    expect(activated).toMatchObject({ valid: true, code: 'VALID' });
    const endsAt = Date.parse(activated.trialEndsAt ?? '');
    expect(decodeJwt(activated.token ?? '').exp).toBe(Math.floor(endsAt / 1000));
    const validated = await licensing.onDevice('validate', licenseKey, 'device-token');
    expect(validated).toMatchObject({ valid: true, trialEndsAt: activated.trialEndsAt });
    expect(decodeJwt(validated.token ?? '').exp).toBe(Math.floor(endsAt / 1000));
  });

  it('cannot be activated on a device that had the trial of another mailbox, but a bought license can', async () => {
    const first = await keyFor('first@example.com');
    const second = await keyFor('second@example.com');
    expect(await licensing.onDevice('activate', first, 'device-used')).toMatchObject({ valid: true });
    expect(await licensing.onDevice('activate', first, 'device-used')).toMatchObject({ valid: true });
    expect(await licensing.onDevice('activate', second, 'device-used')).toMatchObject({
      valid: false,
      code: 'TRIAL_USED',
    });
    expect(await licensing.onDevice('activate', second, 'device-new')).toMatchObject({ valid: true });
    const bought = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'first@example.com' },
    });
    expect(bought.status).toBe(201);
    const { licenseKey } = bought.body as { licenseKey: string };
    expect(await licensing.onDevice('activate', licenseKey, 'device-used')).toMatchObject({
      valid: true,
      code: 'VALID',
    });
  });

  it('binds a device to one trial if several are activated at the same moment', async () => {
    const keys = [await keyFor('race-a@example.com'), await keyFor('race-b@example.com')];
    const replies = await Promise.all(keys.map((key) => licensing.onDevice('activate', key, 'device-race')));
    expect(replies.map(({ code }) => code).toSorted()).toEqual(['TRIAL_USED', 'VALID']);
  });

  it('is refused from its end on, also before its license is revoked', async () => {
    const licenseKey = await keyFor('ended@example.com');
    const revoked = await licensing.support.collect(licenseRevoked);
    await licensing.onDevice('activate', licenseKey, 'device-ended');
    await endTrial('ended@example.com');
    await until(
      async () => (await licensing.onDevice('validate', licenseKey, 'device-ended')).code === 'TRIAL_ENDED',
    );
    expect(await licensing.onDevice('activate', licenseKey, 'device-other')).toMatchObject({
      valid: false,
      code: 'TRIAL_ENDED',
    });
    await licensing.runJob('expire licenses');
    const event = await untilFound('the revocation', () =>
      Promise.resolve(revoked.find(({ email }) => email === 'ended@example.com')),
    );
    expect(event).toMatchObject({ reason: 'trial ended', trialEndsAt: expect.any(String) });
    expect(await licensing.onDevice('validate', licenseKey, 'device-ended')).toMatchObject({
      code: 'TRIAL_ENDED',
    });
  });

  it('is shown as a trial in the list of admins', async () => {
    await keyFor('listed@example.com');
    const { body } = await licensing.as(ADMIN, '/api/admin/licenses?search=listed@example.com');
    expect(body).toMatchObject([{ isTest: false, trialEndsAt: expect.any(String) }]);
  });

  it('is not offered while an admin has turned it off, and running ones continue', async () => {
    const licenseKey = await keyFor('running@example.com');
    const set = (isOffered: boolean) =>
      licensing.as(ADMIN, '/api/admin/trials', { method: 'PUT', json: { isOffered } });
    expect((await set(false)).body).toEqual({ isOffered: false, days: 7 });
    expect((await send(`${licensing.url}/api/trials`)).body).toEqual({ isOffered: false, days: 7 });
    expect(await start('late@example.com')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await licensing.onDevice('activate', licenseKey, 'device-running')).toMatchObject({ valid: true });
    await set(true);
    expect((await start('late@example.com')).status).toBe(202);
  });
});

describe('the erasure of a trial', () => {
  it('keeps a hash, so that the mailbox gets no second trial', async () => {
    const email = 'erased@example.com';
    await keyFor(email);
    await settle();
    await untilPublished(licensing.licenses.collection);
    await eraseTwice(licensing.config, 'svc-licensing', email);
    const stored = JSON.stringify([await trials().find().toArray(), await licensing.licenses.find().lean()]);
    expect(stored).not.toContain(email);
    await start('e.rased+again@example.com');
    await settle();
    await keyFor('after-erased@example.com');
    expect(issued.filter(({ email: to }) => to.startsWith('e.rased'))).toEqual([]);
  });
});
