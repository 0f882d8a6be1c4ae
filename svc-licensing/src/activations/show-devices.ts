import type { Types } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import type { Device } from '../licenses/license.model.ts';

export interface ShownDevice {
  deviceId: string;
  deviceName: string;
  activatedAt: string;
  lastUsedAt: string;
}

/** The one used last first; without the tokens. */
export function showDevices(devices: Device[]): ShownDevice[] {
  return devices
    .toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
    .map(({ deviceId, deviceName = '', activatedAt, lastUsedAt }) => ({
      deviceId,
      deviceName,
      activatedAt: activatedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
}

/**
 * Names a device to callers who prove only the key. The id itself would get them the token of that device, which would
 * then move them to the next key.
 */
export function referDevice(
  { vault }: Pick<LicensingContext, 'vault'>,
  licenseId: Types.ObjectId,
  deviceId: string,
): string {
  return vault.indexOf(`device ${deviceId} of license ${String(licenseId)}`);
}
