import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { licenseTimeline } from '@leadping/contracts/timeline';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { ADMIN } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { activateDevice } from '../src/activations/activate-device.ts';
import { recentLicenses } from '../src/activations/recent-licenses.ts';
import { rotateKey } from '../src/licenses/rotate-key.ts';
import { contextOf, startLicensing, type Licensing } from './licensing.ts';

const EVERY_SELLER = { everySeller: true } as const;

describe('the rotation of a license key', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const makeLicense = async () => {
    const reply = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'owner@example.com' },
    });
    const { id, licenseKey } = reply.body as { id: string; licenseKey: string };
    return { id, licenseKey, stored: () => licensing.licenses.findById(id).orFail().lean() };
  };
  const rotate = (id: string, keptDevices: string[] = [], keyNumber = 1) =>
    licensing.as(ADMIN, `/api/admin/licenses/${id}/rotate`, { json: { keyNumber, keptDevices } });
  const validate = async (licenseKey: string, deviceId: string, token?: string | null) => {
    const json = { licenseKey, deviceId, ...(token === undefined ? {} : { token }) };
    return (await send(`${licensing.url}/api/license/validate`, { json })).body as Validation;
  };
  const contextWith = async (change: () => Promise<unknown> = () => Promise.resolve()) => {
    const context = await contextOf(licensing);
    const licenses = changedMeanwhile(licensing.licenses, change);
    return { ...context, licenses, recent: recentLicenses(licensing.licenses) };
  };

  it('moves a kept device to the new key by its token, and refuses all others with KEY_ROTATED', async () => {
    const { id, licenseKey } = await makeLicense();
    const kept = await licensing.onDevice('activate', licenseKey, 'kept-0001');
    const dropped = await licensing.onDevice('activate', licenseKey, 'dropped-0001');
    expect((await rotate(id, ['kept-0001'])).status).toBe(200);

    const moved = await validate(licenseKey, 'kept-0001', kept.token);
    expect(moved).toMatchObject({ valid: true, code: 'VALID', token: kept.token });
    const newKey = moved.licenseKey ?? '';
    expect(newKey).not.toBe(licenseKey);
    // The reply may have been lost.
    expect(await validate(licenseKey, 'kept-0001', kept.token)).toEqual(moved);
    expect(await validate(newKey, 'kept-0001')).toMatchObject({ code: 'VALID' });

    const refused = { valid: false, code: 'KEY_ROTATED', token: null };
    expect(await validate(licenseKey, 'dropped-0001', dropped.token)).toMatchObject(refused);
    expect(await licensing.onDevice('activate', licenseKey, 'another-0001')).toMatchObject(refused);
    expect(await licensing.onDevice('deactivate', licenseKey, 'kept-0001')).toMatchObject(refused);
    expect(await validate(newKey, 'dropped-0001')).toMatchObject({ code: 'DEVICE_NOT_ACTIVATED' });
    expect(await licensing.onDevice('activate', newKey, 'dropped-0001')).toMatchObject({ valid: true });
    expect(refused).not.toHaveProperty('licenseKey');
  });

  it('leaves the sign-ins of the devices that it signs out in the timeline of the order', async () => {
    const { id, licenseKey } = await makeLicense();
    const orderId = `order-of-${id}`;
    await licensing.licenses.updateOne({ _id: id }, { $set: { orderId } });
    await licensing.onDevice('activate', licenseKey, 'kept-0001');
    await licensing.onDevice('activate', licenseKey, 'dropped-0001');
    await rotate(id, ['kept-0001']);
    const { entries } = await licensing.support.bus.request(licenseTimeline, { orderId });
    expect(entries.filter(({ kind }) => kind === 'device').map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^kept-000…, last used /),
      'dropped-…, signed out since',
    ]);
  });

  it('gives the new key to nobody who has only the replaced one', async () => {
    const { id, licenseKey } = await makeLicense();
    const other = await makeLicense();
    const kept = await licensing.onDevice('activate', licenseKey, 'kept-0001');
    const stranger = await licensing.onDevice('activate', other.licenseKey, 'kept-0001');
    const thiefs = await licensing.onDevice('activate', licenseKey, 'thiefs-0001');
    await rotate(id, ['kept-0001']);
    const [head, body, signature] = kept.token!.split('.');
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, device: 'other-0001' })).toString('base64url');
    const tries: [string, string | null | undefined][] = [
      ['kept-0001', undefined],
      ['kept-0001', null],
      ['kept-0001', ''],
      // A rightly signed token of another license.
      ['kept-0001', stranger.token],
      // The token that the same license gave to a thief's device.
      ['kept-0001', thiefs.token],
      ['thiefs-0001', thiefs.token],
      // The token of another device.
      ['other-0001', kept.token],
      ['other-0001', `${head}.${forged}.${signature}`],
    ];
    for (const [deviceId, token] of tries) {
      const reply = await validate(licenseKey, deviceId, token);
      expect(reply).toMatchObject({ valid: false, code: 'KEY_ROTATED' });
      expect(reply).not.toHaveProperty('licenseKey');
    }
  });

  it('is not possible with the key alone: no other device can be named by it, so its token stays with it', async () => {
    const { licenseKey } = await makeLicense();
    await licensing.onDevice('activate', licenseKey, 'owners-0001');
    await licensing.onDevice('activate', licenseKey, 'thiefs-0001');
    const list = (deviceId: string) =>
      send(`${licensing.url}/api/license/devices`, { json: { licenseKey, deviceId } });
    const { devices } = (await list('thiefs-0001')).body as { devices: { deviceId: string }[] };
    expect(devices.map(({ deviceId }) => deviceId)).toContain('thiefs-0001');
    const [owners] = devices.filter(({ deviceId }) => deviceId !== 'thiefs-0001');
    expect(owners!.deviceId).not.toBe('owners-0001');
    expect(await validate(licenseKey, owners!.deviceId)).toMatchObject({ code: 'DEVICE_NOT_ACTIVATED' });
    // The reference still signs the device out.
    await licensing.onDevice('deactivate', licenseKey, owners!.deviceId);
    expect(await validate(licenseKey, 'owners-0001')).toMatchObject({ code: 'DEVICE_NOT_ACTIVATED' });
  });

  it('happens once if two are requested at the same time, and mails exactly one new key', async () => {
    const { id, licenseKey, stored } = await makeLicense();
    const mailed = await licensing.commerce.collect(licenseKeyRotated, { once: true });
    const replies = await Promise.all(Array.from({ length: 8 }, () => rotate(id)));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    await until(async () => (await stored()).outbox?.length === 0);
    await until(() => mailed.some(({ licenseId }) => licenseId === id));
    const events = mailed.filter(({ licenseId }) => licenseId === id);
    expect(events).toMatchObject([{ keyNumber: 2, email: 'owner@example.com', cause: 'requested' }]);
    const newKey = licensing.keyIn(events[0]!);
    expect(await licensing.onDevice('activate', newKey)).toMatchObject({ valid: true });
    expect(await licensing.onDevice('activate', licenseKey)).toMatchObject({ code: 'KEY_ROTATED' });
    expect((await stored()).formerKeys).toHaveLength(1);
  });

  it('signs out a device that the old key signs in at the same moment', async () => {
    const { id, licenseKey, stored } = await makeLicense();
    // The rotation is written after the activation has read the license, and before it writes.
    const context = await contextWith(() => rotate(id));
    const reply = await activateDevice(context, { licenseKey, deviceId: 'thiefs-0001' });
    expect(reply).toMatchObject({ valid: false, code: 'KEY_ROTATED' });
    expect((await stored()).devices).toEqual([]);

    // The activation is written after the rotation has read the devices, and before it writes.
    const second = await makeLicense();
    const during = await contextWith(() => licensing.onDevice('activate', second.licenseKey, 'thiefs-0001'));
    await rotateKey(during, EVERY_SELLER, second.id, { keyNumber: 1, keptDevices: [] });
    expect(await second.stored()).toMatchObject({ keyNumber: 2, devices: [] });
  });

  it('does not revive a license that is revoked at the same moment', async () => {
    const { id, licenseKey, stored } = await makeLicense();
    const context = await contextWith(() =>
      licensing.as(ADMIN, `/api/admin/licenses/${licenseKey}/deactivate`, { method: 'POST' }),
    );
    await expect(
      rotateKey(context, EVERY_SELLER, id, { keyNumber: 1, keptDevices: [] }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const license = await stored();
    expect(license.status).toBe('revoked');
    expect(license.formerKeys).toBeUndefined();
    expect(await rotate(id)).toMatchObject({ status: 409 });
  });

  it('tells a kept device the truth about a license that was revoked later, and others only that the key was replaced', async () => {
    const { id, licenseKey } = await makeLicense();
    const kept = await licensing.onDevice('activate', licenseKey, 'kept-0001');
    await rotate(id, ['kept-0001']);
    const { licenseKey: newKey } = await validate(licenseKey, 'kept-0001', kept.token);
    await licensing.as(ADMIN, `/api/admin/licenses/${newKey}/deactivate`, { method: 'POST' });
    expect(await validate(licenseKey, 'kept-0001', kept.token)).toMatchObject({ code: 'LICENSE_REVOKED' });
    expect(await validate(licenseKey, 'other-0001')).toMatchObject({ code: 'KEY_ROTATED' });
  });

  it('moves a device that missed two rotations, unless the second one dropped it', async () => {
    const { id, licenseKey } = await makeLicense();
    const names = ['kept-0001', 'kept-0002'] as const;
    const [first, second] = await Promise.all(
      names.map((name) => licensing.onDevice('activate', licenseKey, name)),
    );
    expect((await rotate(id, [...names])).status).toBe(200);
    expect((await rotate(id, ['kept-0001'], 2)).status).toBe(200);
    expect(await validate(licenseKey, 'kept-0001', first!.token)).toMatchObject({ valid: true });
    expect(await validate(licenseKey, 'kept-0002', second!.token)).toMatchObject({ code: 'KEY_ROTATED' });
  });

  it('is refused for the license of another reseller, and for a number that is not the current one', async () => {
    const mine = { resellerId: 'reseller-a' };
    const { id, stored } = await makeLicense();
    await licensing.licenses.updateOne({ _id: id }, { 'seller.resellerId': mine.resellerId });
    const path = `/api/resellers/licenses/${id}/rotate`;
    const json = { keyNumber: 1, keptDevices: [] };
    const asReseller = (resellerId: string, body: object = json) =>
      licensing.as({ role: 'reseller', resellerId }, path, { json: body });
    expect(await asReseller('reseller-b')).toMatchObject({ status: 404 });
    expect(await asReseller('reseller-a', { ...json, keyNumber: 2 })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect((await stored()).keyNumber).toBeUndefined();
    expect(await asReseller('reseller-a')).toMatchObject({ status: 200 });
    expect((await stored()).keyNumber).toBe(2);
  });

  it('lets staff find the license by the replaced key, and shows the rotation in its list', async () => {
    const { id, licenseKey } = await makeLicense();
    await rotate(id);
    const found = await licensing.as(ADMIN, `/api/admin/licenses?search=${licenseKey}`);
    expect(found.body).toMatchObject([{ id, keyNumber: 2 }]);
    expect((found.body as { licenseKey: string }[])[0]!.licenseKey).not.toBe(licenseKey);
  });
});

describe('the correction of a license to another address', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  it('replaces the key that the previous address has and signs all devices out', async () => {
    const mailed = await licensing.commerce.collect(licenseKeyRotated, { once: true });
    const made = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'wrong@example.com' },
    });
    const { id, licenseKey } = made.body as { id: string; licenseKey: string };
    await licensing.onDevice('activate', licenseKey);
    const correct = (email: string) =>
      licensing.as(ADMIN, `/api/admin/licenses/${id}/email`, { method: 'PUT', json: { email } });

    // Another spelling of the same address keeps the key.
    expect((await correct('WRONG@example.com')).status).toBe(200);
    expect(await licensing.onDevice('validate', licenseKey)).toMatchObject({ valid: true });

    expect((await correct('right@example.com')).status).toBe(200);
    expect(await licensing.onDevice('validate', licenseKey)).toMatchObject({ code: 'KEY_ROTATED' });
    await until(() => mailed.length > 0);
    expect(mailed).toMatchObject([
      { licenseId: id, email: 'right@example.com', cause: 'address', keptDevices: 0 },
    ]);
    expect(await licensing.onDevice('validate', licensing.keyIn(mailed[0]!))).toMatchObject({
      code: 'DEVICE_NOT_ACTIVATED',
    });
  });
});
