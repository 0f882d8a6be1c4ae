import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { Context } from '../context.ts';
import { acceptance, refusal } from './answers.ts';
import { tokenFor } from './device-token.ts';
import { findActiveLicense, findDevice } from './find-license.ts';

/** A use is noted at most once a minute: which device is unused for longest is told in minutes. */
const NOTE_USE_AFTER_MS = 60_000;

/** Says whether a key holds on a device that was signed in with it, with the token to last until the next time. */
export async function validateDevice(
  context: Context,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  const found = await findActiveLicense(context, licenseKey);
  if ('refused' in found) return found.refused;
  const known = findDevice(found.license, deviceId);
  if (!known) return refusal('DEVICE_NOT_ACTIVATED');
  const now = new Date();
  if (now.getTime() - known.lastUsedAt.getTime() < NOTE_USE_AFTER_MS) return acceptance(known.token);
  const signed = await tokenFor(context, { license: found.license, deviceId, known, now });
  await context.licenses.updateOne(
    { _id: found.license._id, 'devices.deviceId': deviceId },
    {
      $set: {
        'devices.$.lastUsedAt': now,
        'devices.$.token': signed.token,
        'devices.$.tokenSignedAt': signed.tokenSignedAt,
      },
    },
  );
  return acceptance(signed.token);
}
