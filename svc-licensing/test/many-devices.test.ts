import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logRecorded, type LogRecord } from '@leadping/contracts/support/log-events';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { ADMIN, resellerActor } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { MANY_DEVICES, measureManyDevices } from '../src/activations/many-devices.ts';
import { startLicensing, type Licensing } from './licensing.ts';

describe('many devices on one key', () => {
  let licensing: Licensing;
  let lines: LogRecord[];
  beforeAll(async () => {
    licensing = await startLicensing();
    lines = await licensing.support.collect(logRecorded('licensing'));
  });
  afterAll(() => licensing.close());

  const newLicense = async () => {
    const made = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'a@example.com' },
    });
    return made.body as { id: string; licenseKey: string };
  };
  /** Signs in `count` devices, each of a name that no other has. */
  const signIn = async (licenseKey: string, count: number, first = 100) => {
    for (let index = first; index < first + count; index += 1)
      expect(await licensing.onDevice('activate', licenseKey, `device-${index}`)).toMatchObject({
        valid: true,
      });
  };
  const isMarked = async (id: string) =>
    Boolean((await licensing.licenses.findById(id).orFail().lean()).manyDevicesAt);
  const linesOf = (id: string) => lines.filter(({ message }) => message.includes(id));
  /** Waits until the logs of all earlier activations have arrived: those of one process arrive in order. */
  const untilLogged = async () => {
    const { id, licenseKey } = await newLicense();
    await signIn(licenseKey, MANY_DEVICES.devices + 1);
    await until(() => linesOf(id).length > 0);
  };
  const measure = async (now = Date.now()) => {
    const metrics = buildMetrics('svc-licensing');
    const { licenses } = licensing;
    await measureManyDevices(metrics, { licenses, clock: { now: () => now, adjust: async () => {} } })(
      new AbortController().signal,
    );
    const shown = await metrics.registry.metrics();
    return Number(/licenses_on_many_devices\{.*\} (\d+)/.exec(shown)?.[1]);
  };
  const moveBack = (id: string, ms: number) =>
    licensing.licenses.collection.updateOne({ _id: licensing.licenses.castObject({ _id: id })._id! }, [
      {
        $set: {
          signIns: {
            $map: {
              input: '$signIns',
              in: { deviceId: '$$this.deviceId', at: { $subtract: ['$$this.at', ms] } },
            },
          },
          manyDevicesAt: { $subtract: ['$manyDevicesAt', ms] },
        },
      },
    ]);

  it('are counted without keys in a metric and logged once with the license, from the eleventh device within a day', async () => {
    const { id, licenseKey } = await newLicense();
    const before = await measure();
    await signIn(licenseKey, MANY_DEVICES.devices);
    expect(await isMarked(id)).toBe(false);
    expect(await measure()).toBe(before);

    await signIn(licenseKey, 3, 100 + MANY_DEVICES.devices);
    expect(await measure()).toBe(before + 1);
    await untilLogged();
    expect(linesOf(id)).toEqual([
      expect.objectContaining({
        level: 'warning',
        category: 'license',
        message: `More than 10 devices were signed in on license ${id} within a day`,
        data: expect.objectContaining({ licenseId: id, nextStep: expect.stringContaining('Licenses') }),
      }),
    ]);
    const { signIns = [] } = await licensing.licenses.findById(id).orFail().lean();
    expect(signIns).toHaveLength(MANY_DEVICES.devices + 1);

    await licensing.runJob('measure many devices');
    const { body } = await send(`${licensing.url}/metrics`);
    expect(String(body)).toMatch(/licenses_on_many_devices\{[^}]*\} [1-9]/);
    expect(String(body)).not.toContain(id);
    expect(String(body)).not.toContain(licenseKey);
  });

  it('can be traced by an admin from the ID in the log to the license, but not by another reseller', async () => {
    const { id, licenseKey } = await newLicense();
    const found = await licensing.as(ADMIN, `/api/admin/licenses?search=${id}`);
    expect(found.body).toEqual([expect.objectContaining({ id, licenseKey })]);
    const other = await licensing.as(resellerActor('a'.repeat(24)), `/api/resellers/licenses?search=${id}`);
    expect(other).toMatchObject({ status: 200, body: [] });
  });

  it('are not reported for six devices that take turns, nor for devices of more than a day ago', async () => {
    const { id, licenseKey } = await newLicense();
    for (let turn = 0; turn < 3; turn += 1) await signIn(licenseKey, 6);
    expect(await isMarked(id)).toBe(false);
    await moveBack(id, MANY_DEVICES.ms);
    await signIn(licenseKey, 6, 200);
    expect(await isMarked(id)).toBe(false);
    await signIn(licenseKey, 5, 300);
    expect(await isMarked(id)).toBe(true);
  });

  it('are logged again after a day, and counted until the license is deactivated', async () => {
    const { id, licenseKey } = await newLicense();
    const before = await measure();
    await signIn(licenseKey, MANY_DEVICES.devices + 1);
    expect(await measure()).toBe(before + 1);
    expect(await measure(Date.now() + MANY_DEVICES.ms + 60_000)).toBe(0);
    await moveBack(id, MANY_DEVICES.ms);
    expect(await measure()).toBe(before);
    await signIn(licenseKey, MANY_DEVICES.devices + 1, 200);
    expect(await measure()).toBe(before + 1);
    await untilLogged();
    expect(linesOf(id)).toHaveLength(2);
    const counted = await measure();
    await licensing.as(ADMIN, `/api/admin/licenses/${licenseKey}/deactivate`, { method: 'POST' });
    expect(await measure()).toBe(counted - 1);
  });
});
