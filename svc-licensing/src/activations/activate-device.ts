import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { LicensingContext } from '../context.ts';
import { claimTrialDevice } from '../trials/claim-device.ts';
import { invalid, valid } from './validation.ts';
import { tokenFor } from './device-token.ts';
import { addDevice } from './add-device.ts';
import { findActiveLicense } from './find-license.ts';
import { MANY_DEVICES, raiseManyDevices } from './many-devices.ts';
import type { Device } from '../licenses/license.model.ts';
import { recordUse } from './record-use.ts';
import { findDevice, type KnownLicense } from './recent-licenses.ts';

/** Maximum attempts while other calls change the license. Then the caller gets 503. */
const MAX_TRIES = 10;

/**
 * Signs a device in. A customer is never locked out: if the license has its five devices, the one that was unused for
 * longest is signed out. The token is returned only after a write has stored it with the device, even if other
 * instances change the license meanwhile.
 * @throws {DomainError} UNAVAILABLE if other calls keep changing the license
 */
export async function activateDevice(
  licensing: LicensingContext,
  { licenseKey, deviceId, deviceName }: { licenseKey: string; deviceId: string; deviceName?: string },
): Promise<Validation> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await findActiveLicense(licensing, licenseKey);
    if ('refused' in found) return found.refused;
    const { license, keyIndex } = found;
    if (
      license.trialEndsAt &&
      !(await claimTrialDevice(licensing, { licenseId: String(license._id), deviceId }))
    )
      return invalid('TRIAL_USED');
    const known = findDevice(license, deviceId);
    const now = new Date(licensing.clock.now());
    const use = { lastUsedAt: now, ...(await tokenFor(licensing, { license, deviceId, known, now })) };
    const isKept = known
      ? await recordUse(licensing, license, deviceId, use)
      : await signInDevice(licensing, license, {
          deviceId,
          ...(deviceName && { deviceName }),
          activatedAt: now,
          ...use,
        });
    licensing.recent.forget(keyIndex);
    if (isKept) return valid(use.token, license);
    // Optimistic locking: retry if another call changed the license meanwhile.
  }
  throw new DomainError('UNAVAILABLE', 'This license is busy. Please try again in a moment.', {
    retryAfter: 1,
  });
}

/** @returns false if the license is no longer active, has another key by now or has the device already. */
async function signInDevice(
  licensing: LicensingContext,
  known: KnownLicense,
  device: Device,
): Promise<boolean> {
  const license = await addDevice(licensing, known, device);
  const { signIns = [] } = license ?? {};
  if (license && signIns.length > MANY_DEVICES.devices)
    await raiseManyDevices(licensing, license, device.activatedAt);
  return license !== null;
}
