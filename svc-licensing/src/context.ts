import type { Bus } from '@leadping/service-kit/messaging/bus';
import type { Relay } from '@leadping/service-kit/messaging/relay';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { LicenseTokens } from './activations/license-tokens.ts';
import type { RecentLicenses } from './activations/recent-licenses.ts';
import type { KeyVault } from './keys/key-vault.ts';
import type { Licenses } from './licenses/license.model.ts';

/** What the verbs of licenses work with. */
export interface Context {
  licenses: Licenses;
  recent: RecentLicenses;
  vault: KeyVault;
  tokens: LicenseTokens;
  relay: Relay;
  bus: Bus;
  record: RecordLog;
}
