import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { Context } from '../context.ts';
import { refusal } from './answers.ts';
import { findActiveLicense } from './find-license.ts';

/** Signs a device out; one that is signed out already stays so. */
export async function deactivateDevice(
  context: Context,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  const found = await findActiveLicense(context, licenseKey);
  if ('refused' in found) return found.refused;
  await context.licenses.updateOne({ _id: found.license._id }, { $pull: { devices: { deviceId } } });
  context.recent.forget(found.keyIndex);
  return refusal('DEVICE_SIGNED_OUT');
}
