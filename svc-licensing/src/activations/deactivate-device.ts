import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { LicensingContext } from '../context.ts';
import { invalid } from './validation.ts';
import { referDevice } from '../licenses/refer-device.ts';
import { findActiveLicense } from './find-license.ts';

/**
 * Signs a device out; one that is signed out already stays so.
 * @param deviceId its id, or its reference from the list of devices
 */
export async function deactivateDevice(
  licensing: LicensingContext,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  const found = await findActiveLicense(licensing, licenseKey);
  if ('refused' in found) return found.refused;
  const { _id, devices } = found.license;
  const listed = devices.find((device) => referDevice(licensing, _id, device.deviceId) === deviceId);
  await licensing.licenses.updateOne(
    { _id, keyIndex: found.keyIndex },
    { $pull: { devices: { deviceId: listed?.deviceId ?? deviceId } } },
  );
  licensing.recent.forget(found.keyIndex);
  return invalid('DEVICE_SIGNED_OUT');
}
