import { DEVICE_LIMIT } from '@leadping/contracts/licensing/device-routes';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import type { Device, License } from '../licenses/license.model.ts';
import { MANY_DEVICES } from './many-devices.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** How many sign-ins a license remembers, as evidence of its use. */
const REMEMBERED = 20;

/**
 * Adds a device and signs out the longest unused beyond the limit, in one write that computes the devices from the stored ones.
 * The new device is always kept, even if calls that began later were written earlier.
 * @returns the license after the write, or null if it is not active, has another key by now or has the device already
 */
export async function addDevice(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  license: Pick<KnownLicense, '_id' | 'keyIndex'>,
  device: Device,
): Promise<License | null> {
  const others = { $sortArray: { input: '$devices', sortBy: { lastUsedAt: -1 } } };
  const { deviceId, activatedAt } = device;
  const dayAgo = new Date(activatedAt.getTime() - MANY_DEVICES.ms);
  const earlierSignIns = {
    $filter: {
      input: { $ifNull: ['$signIns', []] },
      cond: { $and: [{ $gt: ['$$this.at', dayAgo] }, { $ne: ['$$this.deviceId', deviceId] }] },
    },
  };
  const signIn = { deviceId, at: activatedAt };
  const signIns = { $concatArrays: [[signIn], earlierSignIns] };
  const activations = { $concatArrays: [[signIn], { $ifNull: ['$activations', []] }] };
  const write = licenses.findOneAndUpdate(
    {
      _id: license._id,
      keyIndex: license.keyIndex,
      status: 'active',
      'devices.deviceId': trusted({ $ne: deviceId }),
    },
    [
      {
        $set: {
          // Literal, because a name may start with "$".
          devices: { $slice: [{ $concatArrays: [[{ $literal: device }], others] }, DEVICE_LIMIT] },
          activatedAt: { $min: ['$activatedAt', activatedAt] },
          activations: { $slice: [activations, REMEMBERED] },
          signIns: { $slice: [signIns, MANY_DEVICES.devices + 1] },
        },
      },
    ],
    { updatePipeline: true, returnDocument: 'after' },
  );
  return write.lean();
}
