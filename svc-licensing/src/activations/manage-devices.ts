import { DomainError } from '@leadping/service-kit/domain-error';
import type { LicensingContext } from '../context.ts';
import { licensesOf, type LicenseScope } from '../licenses/license-scope.ts';
import { showDevices, type ShownDevice } from './show-devices.ts';

/** @throws {DomainError} NOT_FOUND */
export async function listDevicesOf(
  { licenses }: LicensingContext,
  scope: LicenseScope,
  id: string,
): Promise<ShownDevice[]> {
  const license = await licenses
    .findOne({ _id: id, ...licensesOf(scope) })
    .select({ devices: 1 })
    .lean();
  if (!license) throw new DomainError('NOT_FOUND', 'This license does not exist.');
  return showDevices(license.devices);
}

/** Signs a device out for the license's seller or an admin. @throws {DomainError} NOT_FOUND */
export async function signOutDevice(
  { licenses, recent, record }: LicensingContext,
  scope: LicenseScope,
  id: string,
  deviceId: string,
): Promise<void> {
  const license = await licenses
    .findOneAndUpdate({ _id: id, ...licensesOf(scope) }, { $pull: { devices: { deviceId } } })
    .lean();
  if (!license) throw new DomainError('NOT_FOUND', 'This license does not exist.');
  if (license.keyIndex) recent.forget(license.keyIndex);
  const data = { licenseId: String(license._id) };
  record({ level: 'info', category: 'license', message: 'Device signed out', data });
}
