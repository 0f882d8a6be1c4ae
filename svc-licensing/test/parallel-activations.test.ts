import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEVICE_LIMIT, type Validation } from '@leadping/contracts/licensing/device-routes';
import type { Service } from '@leadping/service-kit/process/service';
import { ADMIN } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { mongo } from 'mongoose';
import { buildLicensing } from '../src/app.ts';
import type { Device } from '../src/licenses/license.model.ts';
import { startLicensing, type Licensing } from './licensing.ts';

describe('parallel activations', () => {
  let licensing: Licensing;
  let second: Service;
  let urls: string[];
  beforeAll(async () => {
    licensing = await startLicensing();
    second = await buildLicensing(licensing.config);
    urls = [licensing.url, await second.listen()];
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await second.close();
    await licensing.close();
  });

  const newLicense = async () => {
    const made = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'a@example.com' },
    });
    const { licenseKey } = made.body as { licenseKey: string };
    const listed = await licensing.as(ADMIN, `/api/admin/licenses?search=${licenseKey}`);
    return { licenseKey, id: (listed.body as { id: string }[])[0]!.id };
  };
  const call = async (
    instance: number,
    verb: 'activate' | 'validate',
    licenseKey: string,
    deviceId: string,
  ) => {
    const { status, body } = await send(`${urls[instance]}/api/license/${verb}`, {
      json: { licenseKey, deviceId },
    });
    expect(status).toBe(200);
    return body as Validation;
  };
  const readDevices = async (id: string) => (await licensing.licenses.findById(id).orFail().lean()).devices;

  /**
   * Lets one write of licenses happen after the other, the first of them after `overtaken`, and keeps the devices after each. All
   * that instances read and compute before a write stays parallel.
   */
  const recordWrites = (id: string, overtaken: Promise<unknown>): Device[][] => {
    const written: Device[][] = [];
    let isFirst = true;
    let last: Promise<unknown> = Promise.resolve();
    for (const name of ['updateOne', 'findOneAndUpdate'] as const) {
      const write = mongo.Collection.prototype[name] as (...args: unknown[]) => Promise<unknown>;
      const record = async function (this: mongo.Collection, ...args: unknown[]) {
        const reply = await write.apply(this, args);
        written.push(await readDevices(id));
        return reply;
      };
      const inTurn = function (this: mongo.Collection, ...args: unknown[]) {
        if (this.collectionName !== 'licenses') return write.apply(this, args);
        const turn = (isFirst ? overtaken : last).then(() => record.apply(this, args));
        if (!isFirst) last = turn.catch(() => {});
        isFirst = false;
        return turn;
      };
      jest.spyOn(mongo.Collection.prototype, name).mockImplementation(inTurn as never);
    }
    return written;
  };

  it('return only tokens that a write stored with the license, on two instances [R-licenses.9]', async () => {
    const { licenseKey, id } = await newLicense();
    let release: () => void = () => {};
    const overtaken = new Promise<void>((resolve) => (release = resolve));
    const written = recordWrites(id, overtaken);
    const names = Array.from({ length: 20 }, (_, index) => `device-${100 + index}`);
    const activations = names.map((deviceId, index) => call(index % 2, 'activate', licenseKey, deviceId));
    // Nineteen have their reply before the first write reaches the database.
    let settled = 0;
    const count = () => {
      settled += 1;
      if (settled === names.length - 1) release();
    };
    for (const activation of activations) activation.then(count, count);
    const replies = await Promise.all(activations);
    expect(written.length).toBeGreaterThanOrEqual(names.length);
    // A payer is never locked out.
    expect(replies.map(({ code }) => code)).toEqual(names.map(() => 'VALID'));

    const isStored = (devices: Device[], { token }: Validation, deviceId: string) =>
      devices.some((device) => device.deviceId === deviceId && device.token === token);
    const neverStored = names.filter(
      (deviceId, index) => !written.some((devices) => isStored(devices, replies[index]!, deviceId)),
    );
    expect(neverStored).toEqual([]);

    const kept = await readDevices(id);
    expect(kept).toHaveLength(DEVICE_LIMIT);
    const { body } = await send(`${licensing.url}/api/license/public-key`);
    const keys = createLocalJWKSet(body as JSONWebKeySet);
    const tokensOfKept = replies.filter((reply, index) => isStored(kept, reply, names[index]!));
    expect(tokensOfKept).toHaveLength(DEVICE_LIMIT);
    for (const { token } of tokensOfKept) {
      const { payload } = await jwtVerify(token!, keys, { algorithms: ['EdDSA'] });
      expect(kept.map(({ deviceId }) => deviceId)).toContain(payload.device);
    }

    // The others lose theirs at the next contact, with whichever instance.
    for (const [index, deviceId] of names.entries()) {
      const { code, token } = await call((index + 1) % 2, 'validate', licenseKey, deviceId);
      const isKept = kept.some((device) => device.deviceId === deviceId);
      expect([deviceId, code, token !== null]).toEqual([
        deviceId,
        isKept ? 'VALID' : 'DEVICE_NOT_ACTIVATED',
        isKept,
      ]);
    }
  });

  it('are refused with 503 if the license changes before each of their writes', async () => {
    const { licenseKey, id } = await newLicense();
    const { collection } = licensing.licenses;
    let writes = 0;
    /** Another call signs the device in before it is added, and out before its use is recorded. */
    const race = async () => {
      writes += 1;
      const { _id, devices, ...license } = await licensing.licenses.findById(id).orFail().lean();
      const at = new Date();
      const device = {
        deviceId: 'device-100',
        activatedAt: at,
        lastUsedAt: at,
        token: '',
        tokenSignedAt: at,
      };
      await collection.replaceOne({ _id }, { ...license, devices: devices.length > 0 ? [] : [device] });
    };
    for (const name of ['updateOne', 'findOneAndUpdate'] as const) {
      const write = mongo.Collection.prototype[name] as (...args: unknown[]) => Promise<unknown>;
      const raceAndWrite = async function (this: mongo.Collection, ...args: unknown[]) {
        if (this.collectionName === 'licenses') await race();
        return write.apply(this, args);
      };
      jest.spyOn(mongo.Collection.prototype, name).mockImplementation(raceAndWrite as never);
    }
    const reply = await send(`${licensing.url}/api/license/activate`, {
      json: { licenseKey, deviceId: 'device-100' },
    });
    expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(writes).toBe(10);
  });

  it('store the submitted name and the time of the change', async () => {
    const { licenseKey, id } = await newLicense();
    const before = await licensing.licenses.findById(id).orFail().lean();
    const device = { deviceId: 'device-100', deviceName: '$devices' };
    await send(`${licensing.url}/api/license/activate`, { json: { licenseKey, ...device } });
    const after = await licensing.licenses.findById(id).orFail().lean();
    expect(after.devices).toEqual([expect.objectContaining(device)]);
    expect(after.activatedAt).toEqual(after.devices[0]?.activatedAt);
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  });
});
