import type { LicensingContext } from '../context.ts';
import type { Device } from '../licenses/license.model.ts';
import type { KnownLicense } from './recent-licenses.ts';

const SIGN_AGAIN_AFTER_MS = 24 * 3600_000;

/** The device's token. It is signed again once a day, so that the grace period is at most a day short. */
export async function tokenFor(
  { tokens }: Pick<LicensingContext, 'tokens'>,
  of: { license: KnownLicense; deviceId: string; known: Device | undefined; now: Date },
): Promise<Pick<Device, 'token' | 'tokenSignedAt'>> {
  const { license, deviceId, known, now } = of;
  if (known && now.getTime() - known.tokenSignedAt.getTime() < SIGN_AGAIN_AFTER_MS) {
    return { token: known.token, tokenSignedAt: known.tokenSignedAt };
  }
  const token = await tokens.sign({ licenseId: String(license._id), deviceId }, now, license.trialEndsAt);
  return { token, tokenSignedAt: now };
}
