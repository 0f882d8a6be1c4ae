import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import type { LicensingContext } from '../context.ts';
import { invalid } from './validation.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** The index of a pasted key, or the answer that refuses what is no key. */
export function readKeyIndex(
  { vault }: Pick<LicensingContext, 'vault'>,
  pasted: string,
): { keyIndex: string } | { refused: Validation } {
  const reading = readLicenseKey(pasted);
  if (reading.readable) return { keyIndex: vault.indexOf(reading.key) };
  return { refused: invalid(reading.fault === 'malformed' ? 'KEY_MALFORMED' : 'KEY_MISTYPED') };
}

/** The active license of a pasted key, or the answer that refuses the key. */
export async function findActiveLicense(
  licensing: Pick<LicensingContext, 'recent' | 'vault'>,
  pasted: string,
): Promise<{ license: KnownLicense; keyIndex: string } | { refused: Validation }> {
  const read = readKeyIndex(licensing, pasted);
  if ('refused' in read) return read;
  const { keyIndex } = read;
  const license = await licensing.recent.read(keyIndex);
  if (!license) return { refused: invalid('KEY_UNKNOWN') };
  bindLogFields({ licenseId: String(license._id) });
  if (license.status !== 'active') {
    return { refused: invalid(license.status === 'revoked' ? 'LICENSE_REVOKED' : 'LICENSE_SUSPENDED') };
  }
  return { license, keyIndex };
}
