import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readLicenseKey } from '@leadping/contracts/licensing/license-key';
import type { Context } from '../context.ts';
import type { Device, License } from '../licenses/license.model.ts';
import { refusal } from './answers.ts';

export type KnownLicense = Pick<License, '_id' | 'status' | 'devices'>;

/** The active license of a pasted key, or the answer that refuses the key. */
export async function findActiveLicense(
  { licenses, vault }: Pick<Context, 'licenses' | 'vault'>,
  pasted: string,
): Promise<{ license: KnownLicense } | { refused: Validation }> {
  const reading = readLicenseKey(pasted);
  if (!reading.readable) {
    return { refused: refusal(reading.fault === 'malformed' ? 'KEY_MALFORMED' : 'KEY_MISTYPED') };
  }
  // By the driver: validation is the busiest call, and a mongoose document would only be read here.
  const license = await licenses.collection.findOne<KnownLicense>(
    { keyIndex: vault.indexOf(reading.key) },
    { projection: { status: 1, devices: 1 } },
  );
  if (!license) return { refused: refusal('KEY_UNKNOWN') };
  if (license.status !== 'active') {
    return { refused: refusal(license.status === 'revoked' ? 'LICENSE_REVOKED' : 'LICENSE_SUSPENDED') };
  }
  return { license };
}

export function findDevice(license: KnownLicense, deviceId: string): Device | undefined {
  return license.devices.find((device) => device.deviceId === deviceId);
}
