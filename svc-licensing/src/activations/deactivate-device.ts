import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { LicensingContext } from '../context.ts';
import { invalid } from './validation.ts';
import { findActiveLicense } from './find-license.ts';

/** Signs a device out; one that is signed out already stays so. */
export async function deactivateDevice(
  licensing: LicensingContext,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  const found = await findActiveLicense(licensing, licenseKey);
  if ('refused' in found) return found.refused;
  await licensing.licenses.updateOne({ _id: found.license._id }, { $pull: { devices: { deviceId } } });
  licensing.recent.forget(found.keyIndex);
  return invalid('DEVICE_SIGNED_OUT');
}
