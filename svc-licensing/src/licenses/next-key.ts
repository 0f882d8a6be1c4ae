import type { LicensingContext } from '../context.ts';
import { generateKey } from '../keys/generate-key.ts';
import type { FormerKey, IssuedLicense } from './license.model.ts';
import { numberOfKey } from './license-events.ts';

/** Former keys that are remembered. Older ones count as unknown. */
const MAX_FORMER_KEYS = 100;

type KeyFields = Required<Pick<IssuedLicense, 'keyIndex' | 'sealedKey' | 'keyNumber' | 'formerKeys'>>;

/** A new key for a license, and the current one among its former keys. Stores nothing. */
export function nextKey(
  { vault, clock }: Pick<LicensingContext, 'vault' | 'clock'>,
  license: Pick<IssuedLicense, '_id' | 'keyIndex' | 'keyNumber' | 'formerKeys'>,
): KeyFields {
  const licenseKey = generateKey();
  const former: FormerKey = { keyIndex: license.keyIndex, rotatedAt: new Date(clock.now()) };
  return {
    keyIndex: vault.indexOf(licenseKey),
    sealedKey: vault.seal(licenseKey, license._id),
    keyNumber: numberOfKey(license) + 1,
    formerKeys: [...(license.formerKeys ?? []), former].slice(-MAX_FORMER_KEYS),
  };
}

/** Removed with a key: what the alert about too many devices saw belongs to the previous one. */
export const DEVICE_ALERT = { signIns: 1, manyDevicesAt: 1 } as const;
