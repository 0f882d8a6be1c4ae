import type { Customer } from '@leadping/contracts/actor';
import type { OwnLicense } from '@leadping/contracts/licensing/customer-license-routes';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { DomainError } from '@leadping/service-kit/domain-error';
import { signOutDevice } from '../activations/manage-devices.ts';
import { showDevices, type ShownDevice } from '../activations/show-devices.ts';
import { referDevice } from '../licenses/refer-device.ts';
import type { LicensingContext } from '../context.ts';
import { isIssued } from '../licenses/is-issued.ts';
import { numberOfKey } from '../licenses/license-events.ts';
import { licensesOf, type LicenseScope } from '../licenses/license-scope.ts';
import type { IssuedLicense } from '../licenses/license.model.ts';
import { isTest } from '../licenses/show-license.ts';

/** Companies with more licenses can ask support. */
const MAX_LICENSES = 100;

/** The licenses of the session's address. Nothing of it comes from the request. */
export const ofCustomer = ({ email }: Customer): LicenseScope => ({ ownerKey: canonicalEmail(email) });

export async function listOwnLicenses(
  licensing: LicensingContext,
  customer: Customer,
): Promise<OwnLicense[]> {
  const found = await licensing.licenses
    .find(licensesOf(ofCustomer(customer)))
    .sort({ _id: -1 })
    .limit(MAX_LICENSES)
    .select({ outbox: 0 })
    .lean();
  return found.filter(isIssued).map((license) => ({
    id: String(license._id),
    licenseKey: licensing.vault.open(license),
    keyNumber: numberOfKey(license),
    status: license.status,
    isTest: isTest(license),
    ...(license.trialEndsAt && { trialEndsAt: license.trialEndsAt.toISOString() }),
    seller: { resellerId: license.seller.resellerId, businessName: license.seller.businessName },
    orderId: license.orderId ?? null,
    createdAt: license.issuedAt.toISOString(),
    devices: showOwnDevices(licensing, license),
  }));
}

/** @throws {DomainError} NOT_FOUND */
export async function listOwnDevices(
  licensing: LicensingContext,
  customer: Customer,
  id: string,
): Promise<ShownDevice[]> {
  return showOwnDevices(licensing, await getOwn(licensing, customer, id));
}

/** @param reference as the list shows it @throws {DomainError} NOT_FOUND */
export async function signOutOwnDevice(
  licensing: LicensingContext,
  customer: Customer,
  { id, deviceId: reference }: { id: string; deviceId: string },
): Promise<void> {
  const { _id, devices } = await getOwn(licensing, customer, id);
  const device = devices.find(({ deviceId }) => referDevice(licensing, _id, deviceId) === reference);
  if (device) await signOutDevice(licensing, ofCustomer(customer), id, device.deviceId);
}

async function getOwn(
  { licenses }: LicensingContext,
  customer: Customer,
  id: string,
): Promise<IssuedLicense> {
  const license = await licenses.findOne({ _id: id, ...licensesOf(ofCustomer(customer)) }).lean();
  if (!license || !isIssued(license)) throw new DomainError('NOT_FOUND', 'This license does not exist.');
  return license;
}

/** Ids would get the tokens of the devices, so that a stolen session would outlive the next rotation. */
function showOwnDevices(
  licensing: Pick<LicensingContext, 'vault'>,
  { _id, devices }: Pick<IssuedLicense, '_id' | 'devices'>,
): ShownDevice[] {
  return showDevices(devices).map((device) => ({
    ...device,
    deviceId: referDevice(licensing, _id, device.deviceId),
  }));
}
