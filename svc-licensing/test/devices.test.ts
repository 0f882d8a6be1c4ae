import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { GRACE_DAYS, LicenseTokenClaims } from '@leadping/contracts/licensing/device-routes';
import { completeKey } from '@leadping/contracts/licensing/read-license-key';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { ADMIN } from '@leadping/test-kit/people';
import { activateDevice } from '../src/activations/activate-device.ts';
import { recentLicenses } from '../src/activations/recent-licenses.ts';
import { buildContext } from '../src/context.ts';
import type { Licenses } from '../src/licenses/license.model.ts';
import { createPublicKey, verify as checkSignature } from 'node:crypto';
import { ed25519PrivateKey } from '@leadping/service-kit/data/ed25519';
import { startLicensing, type Licensing } from './licensing.ts';

describe('devices', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const newKey = async () => {
    const reply = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'a@example.com' },
    });
    return (reply.body as { licenseKey: string }).licenseKey;
  };
  const verify = async (token: string | null) => {
    const { body } = await send(`${licensing.url}/api/license/public-key`);
    return jwtVerify(token ?? '', createLocalJWKSet(body as JSONWebKeySet), { algorithms: ['EdDSA'] });
  };

  it('activation returns a token that verifies offline for 30 days, for this device and license [R-licenses.4]', async () => {
    const key = await newKey();
    const answer = await licensing.onDevice('activate', key, 'laptop-1');
    expect(answer).toMatchObject({ valid: true, code: 'VALID', detail: expect.any(String) });
    const claims = LicenseTokenClaims.parse((await verify(answer.token)).payload);
    expect(claims.device).toBe('laptop-1');
    expect(claims.exp - claims.iat).toBe(GRACE_DAYS * 24 * 3600);
    expect(GRACE_DAYS).toBe(30);
    const listed = (await licensing.as(ADMIN, `/api/admin/licenses?search=${key}`)).body as { id: string }[];
    expect(claims.sub).toBe(listed[0]!.id);
  });

  it('a key is accepted as it was pasted: with other hyphens, in quotes, broken over two lines', async () => {
    const key = await newKey();
    const dashed = key.replaceAll('-', '\u2011');
    const pasted = `\u201C${dashed.slice(0, 20)}\r\n${dashed.slice(20)}.\u201D`;
    for (const verb of ['activate', 'validate'] as const)
      expect(await licensing.onDevice(verb, pasted)).toMatchObject({ valid: true, code: 'VALID' });
    expect((await licensing.onDevice('validate', key)).code).toBe('VALID');
  });

  it('each published key is certified by the root key, which the extension has', async () => {
    const { body } = await send(`${licensing.url}/api/license/public-key`);
    const { keys } = body as { keys: { x: string; certificate: string }[] };
    const root = createPublicKey(ed25519PrivateKey(licensing.config.LICENSE_ROOT_SEED));
    expect(keys.length).toBeGreaterThan(0);
    for (const { x, certificate } of keys) {
      const signature = Buffer.from(certificate, 'base64url');
      expect(checkSignature(null, Buffer.from(`license-key:${x}`), root, signature)).toBe(true);
    }
  });

  it('an altered token does not verify', async () => {
    const { token } = await licensing.onDevice('activate', await newKey());
    const [header, payload, signature] = token!.split('.');
    const altered = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), device: 'other' }),
    );
    await expect(verify(`${header}.${altered.toString('base64url')}.${signature}`)).rejects.toThrow();
  });

  it('validation returns a token on an activated device, and refuses another device [R-licenses.5]', async () => {
    const key = await newKey();
    await licensing.onDevice('activate', key, 'laptop-1');
    const valid = await licensing.onDevice('validate', key, 'laptop-1');
    expect(valid).toMatchObject({ valid: true, code: 'VALID' });
    await verify(valid.token);
    expect(await licensing.onDevice('validate', key, 'laptop-2')).toMatchObject({
      valid: false,
      code: 'DEVICE_NOT_ACTIVATED',
      token: null,
    });
  });

  it('a change by another instance takes effect within a second', async () => {
    const key = await newKey();
    const { token } = await licensing.onDevice('activate', key);
    expect((await licensing.onDevice('validate', key)).valid).toBe(true);
    const startedAt = Date.now();
    await licensing.licenses.updateOne({ 'devices.token': token! }, { $set: { status: 'revoked' } });
    const answers: string[] = [];
    await until(async () => {
      answers.push((await licensing.onDevice('validate', key)).code);
      return answers.at(-1) === 'LICENSE_REVOKED';
    });
    // The call that still said so began within the second.
    expect(answers.slice(0, -1).every((code) => code === 'VALID')).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('a license that is requested repeatedly is read again in the background before its cached copy is a second old', async () => {
    const { token } = await licensing.onDevice('activate', await newKey());
    const license = { 'devices.token': token! };
    const { keyIndex = '' } = (await licensing.licenses.findOne(license))!;
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const recent = recentLicenses(licensing.licenses);
      const status = () => recent.findRead(keyIndex)?.status;
      expect(status()).toBeUndefined();
      await recent.read(keyIndex);
      await licensing.licenses.updateOne(license, { $set: { status: 'suspended' } });
      now = 600;
      expect(status()).toBe('active');
      now = 800;
      expect(status()).toBe('active');
      await until(async () => status() === 'suspended');
      // It is as old as its read, not as the first one, and never older than a second.
      now = 1600;
      expect(status()).toBe('suspended');
      now = 3000;
      expect(status()).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
  });

  it('a read that started before a change by this instance is not cached', async () => {
    const { token } = await licensing.onDevice('activate', await newKey());
    const { keyIndex = '' } = (await licensing.licenses.findOne({ 'devices.token': token! }))!;
    const recent = recentLicenses(licensing.licenses);
    const reading = recent.read(keyIndex);
    // It has begun and has no reply yet.
    await new Promise((resolve) => process.nextTick(resolve));
    recent.forget(keyIndex);
    await reading;
    expect(recent.findRead(keyIndex)).toBeUndefined();
    await recent.read(keyIndex);
    expect(recent.findRead(keyIndex)?.status).toBe('active');
  });

  it('a stuck read does not block the next read, and its late result is not cached', async () => {
    const stored = (keyIndex: string, status: string) => ({ keyIndex, status, devices: [] });
    let reply: (found: object[]) => void = () => {};
    const stuck = new Promise<object[]>((resolve) => (reply = resolve));
    const replies = [stuck, Promise.resolve([stored('read-since', 'suspended')])];
    const collection = { find: () => ({ toArray: () => replies.shift() }) };
    const recent = recentLicenses({ collection } as unknown as Licenses);
    const late = [recent.read('read-since'), recent.read('changed-since')];
    await new Promise(setImmediate);
    recent.forget('changed-since');
    expect(await recent.read('read-since')).toMatchObject({ status: 'suspended' });
    reply([stored('read-since', 'active'), stored('changed-since', 'active')]);
    expect(await Promise.all(late)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    expect(recent.findRead('read-since')?.status).toBe('suspended');
    expect(recent.findRead('changed-since')).toBeUndefined();
  });

  it('a token that is older than a day is replaced by a new one', async () => {
    const key = await newKey();
    const { token } = await licensing.onDevice('activate', key);
    const dayAgo = new Date(Date.now() - 25 * 3600_000);
    await licensing.licenses.updateOne(
      { 'devices.token': token! },
      {
        $set: { 'devices.$.tokenSignedAt': dayAgo, 'devices.$.lastUsedAt': dayAgo, 'devices.$.token': 'old' },
      },
    );
    const renewed = await licensing.onDevice('validate', key);
    expect(renewed.token).not.toBe('old');
    await verify(renewed.token);
    expect((await licensing.onDevice('validate', key)).token).toBe(renewed.token);
  });

  it('deactivation signs the device out, and a repeat succeeds too [R-licenses.6]', async () => {
    const key = await newKey();
    await licensing.onDevice('activate', key, 'laptop-1');
    expect((await licensing.onDevice('deactivate', key, 'laptop-1')).code).toBe('DEVICE_SIGNED_OUT');
    expect((await licensing.onDevice('deactivate', key, 'laptop-1')).code).toBe('DEVICE_SIGNED_OUT');
    expect((await licensing.onDevice('validate', key, 'laptop-1')).code).toBe('DEVICE_NOT_ACTIVATED');
  });

  it('a sixth device is accepted and signs out the device that was unused for the longest time [R-licenses.9]', async () => {
    const key = await newKey();
    const devices = ['device-01', 'device-02', 'device-03', 'device-04', 'device-05'];
    for (const device of devices) await licensing.onDevice('activate', key, device);
    await licensing.onDevice('activate', key, 'device-01');
    expect(await licensing.onDevice('activate', key, 'device-06')).toMatchObject({ valid: true });
    expect((await licensing.onDevice('validate', key, 'device-02')).code).toBe('DEVICE_NOT_ACTIVATED');
    for (const device of ['device-01', 'device-03', 'device-04', 'device-05', 'device-06']) {
      expect((await licensing.onDevice('validate', key, device)).valid).toBe(true);
    }
  });

  it('twenty parallel activations of ten devices leave five different devices', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        licensing.onDevice('activate', key, `device-${100 + (index % 10)}`),
      ),
    );
    expect(answers.every(({ valid }) => valid)).toBe(true);
    const listed = (await licensing.as(ADMIN, `/api/admin/licenses?search=${key}`)).body as { id: string }[];
    const { devices } = await licensing.licenses.findById(listed[0]!.id).orFail().lean();
    expect(devices).toHaveLength(5);
    expect(new Set(devices.map(({ deviceId }) => deviceId)).size).toBe(5);
  });

  it('a device that is signed out during its activation gets only a token that is stored with the license', async () => {
    const licenseKey = await newKey();
    const { token } = await licensing.onDevice('activate', licenseKey);
    const { _id } = await licensing.licenses.findOne({ 'devices.token': token! }).orFail().lean();
    const { config, database } = licensing;
    const context = await buildContext({ config, database, clock: { now: Date.now } } as never);
    const signOut = () => licensing.licenses.updateOne({ _id }, { devices: [] });
    const outrun = { ...context, licenses: changedMeanwhile(context.licenses, signOut) };
    const again = await activateDevice(outrun, { licenseKey, deviceId: 'device-0001' });
    const { devices } = await licensing.licenses.findById(_id).orFail().lean();
    expect(devices.map((device) => device.token)).toEqual([again.token]);
  });

  it('a mistyped, a malformed and an unknown key get different codes [R-licenses.3] [P5.06]', async () => {
    const key = await newKey();
    const wrong = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await licensing.onDevice('activate', wrong)).code).toBe('KEY_MISTYPED');
    expect((await licensing.onDevice('activate', 'hello')).code).toBe('KEY_MALFORMED');
    expect((await licensing.onDevice('activate', completeKey('0'.repeat(30)))).code).toBe('KEY_UNKNOWN');
  });

  it.each([
    [{ licenseKey: { $ne: null }, deviceId: 'device-0001' }],
    [{ licenseKey: 'ABCD' }],
    [{ licenseKey: 'ABCD', deviceId: 'short' }],
    [{ licenseKey: 'ABCD', deviceId: { $gt: '' } }],
    [{ licenseKey: 'A'.repeat(300), deviceId: 'device-0001' }],
    [[]],
  ])('the body %j is refused with an error reply', async (json) => {
    for (const verb of ['activate', 'validate', 'deactivate']) {
      const reply = await send(`${licensing.url}/api/license/${verb}`, { json });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: 'VALIDATION_FAILED',
        message: expect.any(String),
        requestId: expect.any(String),
      });
    }
  });

  it('a signed-in device sees all devices of the license and can sign another device out [R-licenses.6]', async () => {
    const key = await newKey();
    const call = async (verb: string, body: object) =>
      (await send(`${licensing.url}/api/license/${verb}`, { json: { licenseKey: key, ...body } })).body;
    await call('activate', { deviceId: 'laptop-1', deviceName: 'Chrome on Windows' });
    await call('activate', { deviceId: 'laptop-2', deviceName: 'Chrome on macOS' });
    expect(await call('devices', { deviceId: 'laptop-1' })).toEqual({
      valid: true,
      code: 'VALID',
      detail: expect.any(String),
      devices: ['Chrome on macOS', 'Chrome on Windows'].map((deviceName) =>
        expect.objectContaining({ deviceName, lastUsedAt: expect.any(String) }),
      ),
    });
    await call('deactivate', { deviceId: 'laptop-2' });
    expect(await call('devices', { deviceId: 'laptop-1' })).toMatchObject({
      devices: [{ deviceId: 'laptop-1' }],
    });
  });

  it('devices are listed neither to a device that is not signed in nor for a malformed key', async () => {
    const key = await newKey();
    await licensing.onDevice('activate', key, 'laptop-1');
    const list = async (licenseKey: string) =>
      (await send(`${licensing.url}/api/license/devices`, { json: { licenseKey, deviceId: 'stranger-1' } }))
        .body;
    expect(await list(key)).toMatchObject({ valid: false, code: 'DEVICE_NOT_ACTIVATED', devices: [] });
    expect(await list('0'.repeat(39))).toMatchObject({ valid: false, code: 'KEY_MALFORMED', devices: [] });
  });

  it('the calls of a device allow every origin, also for errors', async () => {
    const origin = { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' };
    const wrong = await send(`${licensing.url}/api/license/validate`, { json: {}, headers: origin });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('access-control-allow-origin')).toBe('*');
    expect(wrong.headers.get('access-control-allow-credentials')).toBeNull();
    const keys = await send(`${licensing.url}/api/license/public-key`, { headers: origin });
    expect(keys.headers.get('access-control-allow-origin')).toBe('*');
  });
});
