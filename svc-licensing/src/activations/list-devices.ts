import type { DeviceList } from '@leadping/contracts/licensing/device-routes';
import type { LicensingContext } from '../context.ts';
import { valid, invalid } from './validation.ts';
import { findActiveLicense } from './find-license.ts';
import { referDevice } from '../licenses/refer-device.ts';
import { showDevices } from './show-devices.ts';
import { findDevice } from './recent-licenses.ts';

/** Lists the devices of a license for one of them. A caller with only the key must sign in first. */
export async function listDevices(
  licensing: LicensingContext,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Promise<DeviceList> {
  const found = await findActiveLicense(licensing, licenseKey);
  if ('refused' in found) return { ...found.refused, devices: [] };
  const { _id, devices } = found.license;
  if (!findDevice(found.license, deviceId)) return { ...invalid('DEVICE_NOT_ACTIVATED'), devices: [] };
  const { token: _, ...reply } = valid('', found.license);
  const shown = showDevices(devices).map((device) =>
    device.deviceId === deviceId
      ? device
      : { ...device, deviceId: referDevice(licensing, _id, device.deviceId) },
  );
  return { ...reply, devices: shown };
}
