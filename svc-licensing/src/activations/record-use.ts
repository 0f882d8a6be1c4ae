import type { LicensingContext } from '../context.ts';
import type { Device } from '../licenses/license.model.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** Records that a device was used. @returns false if the license is not active, has another key or has signed the device out by now */
export async function recordUse(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  license: Pick<KnownLicense, '_id' | 'keyIndex'>,
  deviceId: string,
  use: Pick<Device, 'lastUsedAt' | 'token' | 'tokenSignedAt'>,
): Promise<boolean> {
  const { matchedCount } = await licenses.updateOne(
    { _id: license._id, keyIndex: license.keyIndex, status: 'active', 'devices.deviceId': deviceId },
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
