import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import type { LicensingContext } from '../context.ts';
import { invalid } from './validation.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** The active license of a pasted key, or the reply that refuses the key. */
export async function findActiveLicense(
  licensing: Pick<LicensingContext, 'recent' | 'vault'>,
  pasted: string,
): Promise<{ license: KnownLicense; keyIndex: string } | { refused: Validation }> {
  const read = licensing.vault.indexOfPasted(pasted);
  if ('fault' in read) {
    return { refused: invalid(read.fault === 'malformed' ? 'KEY_MALFORMED' : 'KEY_MISTYPED') };
  }
  const { keyIndex } = read;
  const license = await licensing.recent.read(keyIndex);
  if (!license) return { refused: invalid('KEY_UNKNOWN') };
  bindLogFields({ licenseId: String(license._id) });
  if (license.status !== 'active') {
    return { refused: invalid(license.status === 'revoked' ? 'LICENSE_REVOKED' : 'LICENSE_SUSPENDED') };
  }
  return { license, keyIndex };
}
