import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import type { LicensingContext } from '../context.ts';
import { invalid } from './validation.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** The active license of a pasted key, or the reply that refuses the key. */
export async function findActiveLicense(
  licensing: Pick<LicensingContext, 'recent' | 'vault' | 'licenses' | 'clock'>,
  pasted: string,
): Promise<{ license: KnownLicense; keyIndex: string } | { refused: Validation }> {
  const read = licensing.vault.indexOfPasted(pasted);
  if ('fault' in read) {
    return { refused: invalid(read.fault === 'malformed' ? 'KEY_MALFORMED' : 'KEY_MISTYPED') };
  }
  const { keyIndex } = read;
  const license = await licensing.recent.read(keyIndex);
  if (!license) {
    const isFormer = await licensing.licenses.exists({ 'formerKeys.keyIndex': keyIndex });
    return { refused: invalid(isFormer ? 'KEY_ROTATED' : 'KEY_UNKNOWN') };
  }
  bindLogFields({ licenseId: String(license._id) });
  const refused = refuseInactive(license, new Date(licensing.clock.now()));
  return refused ? { refused } : { license, keyIndex };
}

export function refuseInactive(
  { status, trialEndsAt }: Pick<KnownLicense, 'status' | 'trialEndsAt'>,
  now: Date,
): Validation | null {
  // By the time and not by the status, because the job that revokes it comes later.
  if (hasEnded({ trialEndsAt }, now)) return invalid('TRIAL_ENDED');
  if (status === 'active') return null;
  return invalid(status === 'revoked' ? 'LICENSE_REVOKED' : 'LICENSE_SUSPENDED');
}

export function hasEnded({ trialEndsAt }: Pick<KnownLicense, 'trialEndsAt'>, now: Date): boolean {
  return trialEndsAt !== undefined && trialEndsAt <= now;
}
