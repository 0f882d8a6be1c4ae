import type { Sealer } from '@leadping/service-kit/sealed-text';
import { createHmac } from 'node:crypto';

/** How keys are kept: found by an index that cannot be turned back, shown by opening their sealed text. */
export interface KeyVault {
  /** @param key as `readLicenseKey` returns it. */
  indexOf: (key: string) => string;
  seal: (key: string) => string;
  open: (sealedKey: string) => string;
}

export function buildKeyVault(indexSecretHex: string, sealer: Sealer): KeyVault {
  const secret = Buffer.from(indexSecretHex, 'hex');
  return {
    indexOf: (key) => createHmac('sha256', secret).update(key).digest('base64url'),
    seal: sealer.seal,
    open: sealer.open,
  };
}
