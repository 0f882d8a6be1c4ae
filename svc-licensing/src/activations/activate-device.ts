import { DEVICE_LIMIT, type Validation } from '@leadping/contracts/licensing/device-routes';
import { trusted, type Types } from 'mongoose';
import type { Context } from '../context.ts';
import { acceptance } from './answers.ts';
import { tokenFor } from './device-token.ts';
import { findActiveLicense, findDevice } from './find-license.ts';

/**
 * Signs a device in. A payer is never locked out: where the license has its five devices, the one that was unused for
 * longest is signed out.
 */
export async function activateDevice(
  context: Context,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  for (;;) {
    const found = await findActiveLicense(context, licenseKey);
    if ('refused' in found) return found.refused;
    const { license } = found;
    const known = findDevice(license, deviceId);
    const now = new Date();
    const signed = await tokenFor(context, { license, deviceId, known, now });
    const isKept = known
      ? await keepDevice(context, license._id, deviceId, { lastUsedAt: now, ...signed })
      : await addDevice(context, license._id, { deviceId, activatedAt: now, lastUsedAt: now, ...signed });
    if (isKept) return acceptance(signed.token);
    // Another call changed the license in between: look again.
  }
}

type Added = { deviceId: string; activatedAt: Date; lastUsedAt: Date; token: string; tokenSignedAt: Date };

async function keepDevice(
  { licenses }: Context,
  _id: Types.ObjectId,
  deviceId: string,
  use: Omit<Added, 'deviceId' | 'activatedAt'>,
): Promise<boolean> {
  const { matchedCount } = await licenses.updateOne(
    { _id, status: 'active', 'devices.deviceId': deviceId },
    {
      $set: {
        'devices.$.lastUsedAt': use.lastUsedAt,
        'devices.$.token': use.token,
        'devices.$.tokenSignedAt': use.tokenSignedAt,
      },
    },
  );
  return matchedCount === 1;
}

async function addDevice({ licenses }: Context, _id: Types.ObjectId, device: Added): Promise<boolean> {
  const { matchedCount } = await licenses.updateOne(
    { _id, status: 'active', 'devices.deviceId': trusted({ $ne: device.deviceId }) },
    {
      $push: { devices: { $each: [device], $sort: { lastUsedAt: -1 }, $slice: DEVICE_LIMIT } },
      $min: { activatedAt: device.activatedAt },
    },
  );
  return matchedCount === 1;
}
