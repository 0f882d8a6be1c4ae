import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { Model } from 'mongoose';
import { buildLicenseTokens, type LicenseTokens } from './activations/license-tokens.ts';
import { recentLicenses, type RecentLicenses } from './activations/recent-licenses.ts';
import type { LicensingConfig } from './config.ts';
import { captureAlertModel, type CaptureAlerts } from './capture-health/capture-alert.model.ts';
import { captureCountModel, type CaptureCounts } from './capture-health/capture-count.model.ts';
import { captureReporterModel, type CaptureReporters } from './capture-health/capture-reporter.model.ts';
import { captureWindowModel, type CaptureWindows } from './capture-health/capture-window.model.ts';
import { buildKeyVault, type KeyVault } from './keys/key-vault.ts';
import { webhookAccessModel, type WebhookAccesses } from './license-create/webhook-access.model.ts';
import { licenseModel, type Licenses } from './licenses/license.model.ts';
import { quotaModel, type Quotas } from './quotas/quota.model.ts';
import { resendRequestModel, type ResendRequests } from './resend/resend-request.model.ts';
import { trialStores, type TrialStores } from './trials/trial.model.ts';
import { selectorsModel, type SelectorsVersions } from './selectors/selectors.model.ts';
import { storeUrlModel, type StoreUrlDocument } from './store-url/store-url.model.ts';

/** The dependencies of this service's functions. */
export interface LicensingContext
  extends
    Pick<ServiceContext<LicensingConfig>, 'config' | 'log' | 'bus' | 'relay' | 'sealer' | 'clock' | 'record'>,
    TrialStores {
  licenses: Licenses;
  recent: RecentLicenses;
  vault: KeyVault;
  tokens: LicenseTokens;
  accesses: WebhookAccesses;
  quotas: Quotas;
  resendRequests: ResendRequests;
  selectors: SelectorsVersions;
  captureCounts: CaptureCounts;
  captureWindows: CaptureWindows;
  captureAlerts: CaptureAlerts;
  captureReporters: CaptureReporters;
  storeUrls: Model<StoreUrlDocument>;
}

export async function buildContext(context: ServiceContext<LicensingConfig>): Promise<LicensingContext> {
  const { config, database } = context;
  const licenses = licenseModel(database);
  return {
    ...context,
    ...trialStores(database),
    licenses,
    recent: recentLicenses(licenses),
    vault: buildKeyVault(config.LICENSE_INDEX_SECRET, buildSealer(config.LICENSE_KEY_SEAL_KEYS)),
    tokens: await buildLicenseTokens(config.LICENSE_SIGNING_SEED, config.LICENSE_ROOT_SEED),
    accesses: webhookAccessModel(database),
    quotas: quotaModel(database),
    resendRequests: resendRequestModel(database),
    selectors: selectorsModel(database),
    captureCounts: captureCountModel(database),
    captureWindows: captureWindowModel(database),
    captureAlerts: captureAlertModel(database),
    captureReporters: captureReporterModel(database),
    storeUrls: storeUrlModel(database),
  };
}
