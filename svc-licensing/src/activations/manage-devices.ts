import { DomainError } from '@leadping/service-kit/domain-error';
import type { QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import type { License } from '../licenses/license.model.ts';
import { showDevices, type ShownDevice } from './show-devices.ts';

/** @throws {DomainError} NOT_FOUND */
export async function listDevicesOf(
  { licenses }: LicensingContext,
  filter: QueryFilter<License>,
): Promise<ShownDevice[]> {
  const license = await licenses.findOne(filter).select({ devices: 1 }).lean();
  if (!license) throw new DomainError('NOT_FOUND', 'There is no such license.');
  return showDevices(license.devices);
}

/** Signs a device out for the license's seller or an admin. @throws {DomainError} NOT_FOUND */
export async function signOutDevice(
  { licenses, recent, record }: LicensingContext,
  filter: QueryFilter<License>,
  deviceId: string,
): Promise<void> {
  const license = await licenses.findOneAndUpdate(filter, { $pull: { devices: { deviceId } } }).lean();
  if (!license) throw new DomainError('NOT_FOUND', 'There is no such license.');
  if (license.keyIndex) recent.forget(license.keyIndex);
  const data = { licenseId: String(license._id) };
  record({ level: 'info', category: 'license', message: 'Device signed out', data });
}
