import { DEVICE_LIMIT, type Validation } from '@leadping/contracts/licensing/device-routes';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { valid } from './validation.ts';
import { tokenFor } from './device-token.ts';
import type { Device } from '../licenses/license.model.ts';
import { findActiveLicense } from './find-license.ts';
import { recordUse } from './record-use.ts';
import { findDevice, type KnownLicense } from './recent-licenses.ts';

/**
 * Signs a device in. A payer is never locked out: where the license has its five devices, the one that was unused for
 * longest is signed out.
 */
export async function activateDevice(
  licensing: LicensingContext,
  { licenseKey, deviceId, deviceName }: { licenseKey: string; deviceId: string; deviceName?: string },
): Promise<Validation> {
  for (;;) {
    const found = await findActiveLicense(licensing, licenseKey);
    if ('refused' in found) return found.refused;
    const { license, keyIndex } = found;
    const known = findDevice(license, deviceId);
    const now = new Date(licensing.clock.now());
    const use = { lastUsedAt: now, ...(await tokenFor(licensing, { license, deviceId, known, now })) };
    const isKept = known
      ? await recordUse(licensing, license, deviceId, use)
      : await addDevice(licensing, license, {
          deviceId,
          ...(deviceName && { deviceName }),
          activatedAt: now,
          ...use,
        });
    licensing.recent.forget(keyIndex);
    if (isKept) return valid(use.token);
    // Another call changed the license in between: look again.
  }
}

async function addDevice(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  { _id }: KnownLicense,
  device: Device,
): Promise<boolean> {
  const { matchedCount } = await licenses.updateOne(
    { _id, status: 'active', 'devices.deviceId': trusted({ $ne: device.deviceId }) },
    {
      $push: { devices: { $each: [device], $sort: { lastUsedAt: -1 }, $slice: DEVICE_LIMIT } },
      $min: { activatedAt: device.activatedAt },
    },
  );
  return matchedCount === 1;
}
