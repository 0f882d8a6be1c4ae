import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { LRUCache } from 'lru-cache';
import { createHmac } from 'node:crypto';

/** How keys are kept: found by an index that cannot be turned back, shown by opening their sealed text. */
export interface KeyVault {
  /** @param key as `readLicenseKey` returns it. */
  indexOf: (key: string) => string;
  seal: (key: string, licenseId: unknown) => string;
  /** @throws where the key was sealed for another license. */
  open: (license: { _id: unknown; sealedKey: string }) => string;
}

/** Making an index costs as much as a fifth of a validation, and the same keys are asked for again and again. */
const MAX_INDEXES_KEPT = 10_000;

export function buildKeyVault(indexSecretHex: string, sealer: Sealer): KeyVault {
  const secret = Buffer.from(indexSecretHex, 'hex');
  const indexes = new LRUCache<string, string>({
    max: MAX_INDEXES_KEPT,
    memoMethod: (key) => createHmac('sha256', secret).update(key).digest('base64url'),
  });
  return {
    indexOf: (key) => indexes.memo(key),
    seal: (key, licenseId) => sealer.seal(key, licenseKeyPlace(String(licenseId))),
    open: ({ _id, sealedKey }) => sealer.open(sealedKey, licenseKeyPlace(String(_id))),
  };
}
