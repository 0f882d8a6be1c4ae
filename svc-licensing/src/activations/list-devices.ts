import type { DeviceList } from '@leadping/contracts/licensing/device-routes';
import type { Context } from '../context.ts';
import { acceptance, refusal } from './answers.ts';
import { findActiveLicense } from './find-license.ts';
import { presentDevices } from './present-devices.ts';
import { findDevice } from './recent-licenses.ts';

/** Lists the devices of a license to one of them; whoever has only the key has to sign in first. */
export async function listDevices(
  context: Context,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<DeviceList> {
  const found = await findActiveLicense(context, licenseKey);
  if ('refused' in found) return { ...found.refused, devices: [] };
  const { devices } = found.license;
  if (!findDevice(found.license, deviceId)) return { ...refusal('DEVICE_NOT_ACTIVATED'), devices: [] };
  return { ...acceptance(''), devices: presentDevices(devices) };
}
