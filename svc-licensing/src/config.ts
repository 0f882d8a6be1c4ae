import { HexKey, KeyList, ServiceConfig } from '@leadping/service-kit/process/config';
import { z } from 'zod';

export const LicensingConfig = ServiceConfig.extend({
  /** Seals license keys in events and beside the orders: shared by licensing, commerce and support. */
  LICENSE_KEY_SEAL_KEYS: KeyList,
  /** Seeds of the Ed25519 keys that sign license tokens, 64 hex digits each, the newest first, separated by commas. */
  LICENSE_SIGNING_SEED: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(HexKey).min(1)),
  /**
   * Seed of the Ed25519 key that certifies those keys. The extension's package has its public key: it cannot change while such
   * packages are in use.
   */
  LICENSE_ROOT_SEED: HexKey,
  /** Keys are found by their HMAC under this secret. It cannot change: every license is found through it. */
  LICENSE_INDEX_SECRET: HexKey,
});
export type LicensingConfig = z.infer<typeof LicensingConfig>;
