import type { Types } from 'mongoose';
import type { LicensingContext } from '../context.ts';

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
