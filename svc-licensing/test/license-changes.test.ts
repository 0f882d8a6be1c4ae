import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { ADMIN } from '@leadping/test-kit/people';
import { buildLicenseTokens } from '../src/activations/license-tokens.ts';
import { recentLicenses } from '../src/activations/recent-licenses.ts';
import { validateDevice } from '../src/activations/validate-device.ts';
import type { LicensingContext } from '../src/context.ts';
import { buildKeyVault } from '../src/keys/key-vault.ts';
import { correctEmail } from '../src/licenses/mail-key.ts';
import { onLicenseMailSettled } from '../src/licenses/on-license-mail-settled.ts';
import { startLicensing, type Licensing } from './licensing.ts';

describe('a license with two simultaneous changes', () => {
  const EVERY_SELLER = { everySeller: true } as const;
  let licensing: Licensing;
  let now = Date.now();
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const makeLicense = async (email: string) => {
    const reply = await licensing.as(ADMIN, '/api/admin/licenses/manual', { json: { email } });
    const { licenseKey } = reply.body as { licenseKey: string };
    const stored = () => licensing.licenses.findOne({ emailKey: email }).orFail().lean();
    const id = String((await stored())._id);
    return { id, licenseKey, stored: () => licensing.licenses.findById(id).orFail().lean() };
  };
  const contextWith = (change: () => Promise<unknown> = () => Promise.resolve()) =>
    ({
      licenses: changedMeanwhile(licensing.licenses, change),
      clock: { now: () => (now += 1000) },
      relay: { flush: () => {} },
      record: () => {},
      recent: recentLicenses(licensing.licenses),
      vault: vault(),
    }) as unknown as LicensingContext;
  const vault = () => {
    const { LICENSE_INDEX_SECRET, LICENSE_KEY_SEAL_KEYS } = licensing.config;
    return buildKeyVault(LICENSE_INDEX_SECRET, buildSealer(LICENSE_KEY_SEAL_KEYS));
  };
  const revoke = (licenseKey: string) =>
    licensing.as(ADMIN, `/api/admin/licenses/${licenseKey}/deactivate`, { method: 'POST' });

  it('has the address of the correction that is written last, which also has the later date', async () => {
    const { id, stored } = await makeLicense('first@example.org');
    let other: Date | undefined;
    const context = contextWith(async () => {
      await correctEmail(contextWith(), EVERY_SELLER, id, 'second@example.org');
      other = (await stored()).emailCorrectedAt;
    });
    await correctEmail(context, EVERY_SELLER, id, 'third@example.org');
    const { email, emailCorrectedAt } = await stored();
    expect(email).toBe('third@example.org');
    expect(emailCorrectedAt?.getTime()).toBeGreaterThan(other?.getTime() ?? Infinity);
  });

  it('has no key mailed to a corrected address if it is revoked at that moment', async () => {
    const { id, licenseKey, stored } = await makeLicense('former@example.org');
    const context = contextWith(() => revoke(licenseKey));
    await expect(correctEmail(context, EVERY_SELLER, id, 'right@example.org')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await stored()).toMatchObject({ email: 'former@example.org', status: 'revoked' });
  });

  it('is not published again once its first mail is settled, even if its address has changed', async () => {
    const { id, stored } = await makeLicense('issued-to@example.org');
    await licensing.licenses.updateOne(
      { _id: id },
      { emailKey: 'corrected@example.org', republishAt: new Date() },
    );
    const settled = { licenseId: id, orderId: null, email: 'issued-to@example.org', error: null };
    await onLicenseMailSettled(licensing, {
      ...settled,
      outcome: 'sent',
      settledAt: new Date().toISOString(),
    });
    const { republishAt, mail } = await stored();
    expect(republishAt).toBeUndefined();
    // It says nothing about the mail to the new address.
    expect(mail).toBeUndefined();

    await licensing.licenses.updateOne({ _id: id }, { republishAt: new Date() });
    const withdrawn = { ...settled, email: 'corrected@example.org', error: 'Ended', isWithdrawn: true };
    await onLicenseMailSettled(licensing, { ...withdrawn, outcome: 'failed' });
    expect(await stored()).not.toHaveProperty('republishAt');
    expect(await stored()).not.toHaveProperty('mail');
  });

  it('has its key mailed at most ten times an hour, regardless of parallel requests and the address', async () => {
    const { id, stored } = await makeLicense('mailed@example.org');
    const resend = () => licensing.as(ADMIN, `/api/admin/licenses/${id}/resend`, { method: 'POST' });
    const correct = (email: string) =>
      licensing.as(ADMIN, `/api/admin/licenses/${id}/email`, { method: 'PUT', json: { email } });
    const replies = [await correct('stranger@example.org')];
    replies.push(...(await Promise.all(Array.from({ length: 14 }, resend))));
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(10);
    const refused = await correct('another@example.org');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await stored()).email).toBe('stranger@example.org');

    const anHourAgo = new Date(Date.now() - 3600_000);
    await licensing.licenses.updateOne({ _id: id }, { 'keyMails.0': anHourAgo });
    expect((await correct('another@example.org')).status).toBe(200);
    expect((await resend()).status).toBe(429);
  });

  it.each([
    ['revoked', 'LICENSE_REVOKED', revoke],
    ['signed out', 'DEVICE_NOT_ACTIVATED', (key: string) => licensing.onDevice('deactivate', key)],
  ] as const)('is not valid on a device that is %s at that moment', async (_, code, change) => {
    const { licenseKey } = await makeLicense(`${code.toLowerCase()}@example.org`);
    await licensing.onDevice('activate', licenseKey);
    now += 3600_000;
    const { config } = licensing;
    const context = {
      ...contextWith(() => change(licenseKey)),
      tokens: await buildLicenseTokens(config.LICENSE_SIGNING_SEED, config.LICENSE_ROOT_SEED),
    } as LicensingContext;
    expect(await validateDevice(context, { licenseKey, deviceId: 'device-0001' })).toMatchObject({
      valid: false,
      code,
      token: null,
    });
  });
});
