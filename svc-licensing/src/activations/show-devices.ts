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
