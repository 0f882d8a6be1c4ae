import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import type { Context } from '../context.ts';
import { refusal } from './answers.ts';
import type { KnownLicense } from './recent-licenses.ts';

/** The index of a pasted key, or the answer that refuses what is no key. */
export function readKeyIndex(
  { vault }: Pick<Context, 'vault'>,
  pasted: string,
): { keyIndex: string } | { refused: Validation } {
  const reading = readLicenseKey(pasted);
  if (reading.readable) return { keyIndex: vault.indexOf(reading.key) };
  return { refused: refusal(reading.fault === 'malformed' ? 'KEY_MALFORMED' : 'KEY_MISTYPED') };
}

/** The active license of a pasted key, or the answer that refuses the key. */
export async function findActiveLicense(
  context: Pick<Context, 'recent' | 'vault'>,
  pasted: string,
): Promise<{ license: KnownLicense; keyIndex: string } | { refused: Validation }> {
  const read = readKeyIndex(context, pasted);
  if ('refused' in read) return read;
  const { keyIndex } = read;
  const license = await context.recent.read(keyIndex);
  if (!license) return { refused: refusal('KEY_UNKNOWN') };
  if (license.status !== 'active') {
    return { refused: refusal(license.status === 'revoked' ? 'LICENSE_REVOKED' : 'LICENSE_SUSPENDED') };
  }
  return { license, keyIndex };
}
