import { readLicenseKey, type KeyReading } from '@leadping/contracts/licensing/read-license-key';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { LRUCache } from 'lru-cache';
import { createHmac } from 'node:crypto';

/** How keys are kept: found by an index that cannot be turned back, shown by opening their sealed text. */
export interface KeyVault {
  /** @param key as `readLicenseKey` returns it. */
  indexOf: (key: string) => string;
  /** @param pasted the text that a person or an extension sent as a key */
  indexOfPasted: (pasted: string) => PastedIndex;
  seal: (key: string, licenseId: unknown) => string;
  /** @throws if the key was sealed for another license */
  open: (license: { _id: unknown; sealedKey: string }) => string;
}

type PastedIndex = { keyIndex: string } | Extract<KeyReading, { readable: false }>;

/** Reading a key and making its index costs as much as a fifth of a validation, and the same keys are asked for again and again. */
const MAX_INDEXES_KEPT = 10_000;

export function buildKeyVault(indexSecretHex: string, sealer: Sealer): KeyVault {
  const secret = Buffer.from(indexSecretHex, 'hex');
  const indexOf = (key: string) => createHmac('sha256', secret).update(key).digest('base64url');
  const kept = new LRUCache<string, PastedIndex>({ max: MAX_INDEXES_KEPT });
  return {
    indexOf,
    indexOfPasted: (pasted) => {
      const known = kept.get(pasted);
      if (known) return known;
      const reading = readLicenseKey(pasted);
      if (!reading.readable) return reading;
      const made = { keyIndex: indexOf(reading.key) };
      kept.set(pasted, made);
      return made;
    },
    seal: (key, licenseId) => sealer.seal(key, licenseKeyPlace(String(licenseId))),
    open: ({ _id, sealedKey }) => sealer.open(sealedKey, licenseKeyPlace(String(_id))),
  };
}
