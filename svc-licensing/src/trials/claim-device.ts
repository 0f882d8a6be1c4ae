import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { LicensingContext } from '../context.ts';

/**
 * Binds a device to the first trial that it activates.
 * @returns false if the device had the trial of another license
 */
export async function claimTrialDevice(
  { trialDevices, vault }: Pick<LicensingContext, 'trialDevices' | 'vault'>,
  { licenseId, deviceId }: { licenseId: string; deviceId: string },
): Promise<boolean> {
  const _id = vault.indexOf(`trial-device:${deviceId}`);
  try {
    await trialDevices.create({ _id, licenseId });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await trialDevices.findById(_id).lean())?.licenseId === licenseId;
  }
}
