import { buildService, type Service, type ServiceContext } from '@leadping/service-kit/process/service';
import { measureManyDevices } from './activations/many-devices.ts';
import { registerDeviceManagementRoutes } from './activations/manage-routes.ts';
import { registerDeviceRoutes } from './activations/routes.ts';
import { servePrivacy } from '@leadping/service-kit/privacy/serve-privacy';
import { measureFailing } from './capture-health/measure-failing.ts';
import { registerCaptureHealthRoutes } from './capture-health/routes.ts';
import type { LicensingConfig } from './config.ts';
import { registerConsumers } from './consumers.ts';
import { buildContext } from './context.ts';
import { registerCustomerRoutes, registerOwnLicenseRoutes } from './customers/routes.ts';
import { registerLicenseCreateRoutes } from './license-create/routes.ts';
import { registerAdminLicenseRoutes } from './licenses/admin-routes.ts';
import { expireLicenses } from './licenses/expire-licenses.ts';
import { republishUnsettled } from './licenses/republish.ts';
import { registerResellerLicenseRoutes } from './licenses/reseller-routes.ts';
import { personalStores } from './privacy/personal-stores.ts';
import { registerQuotaRoutes } from './quotas/routes.ts';
import { registerRequests } from './requests.ts';
import { sendRequestedKeys } from './resend/resend-keys.ts';
import { registerResendRoutes } from './resend/routes.ts';
import { registerSelectorsRoutes } from './selectors/routes.ts';
import { issueTrials } from './trials/issue-trials.ts';
import { registerTrialRoutes } from './trials/routes.ts';
import { registerStoreUrlRoutes } from './store-url/routes.ts';

const SWEEP_EVERY_MS = 10_000;
const MEASURE_EVERY_MS = 10_000;
const RESEND_EVERY_MS = 1000;

/** Builds the service without listening. */
export function buildLicensing(config: LicensingConfig): Promise<Service> {
  return buildService({ name: 'svc-licensing', config, setUp });
}

async function setUp(context: ServiceContext<LicensingConfig>): Promise<void> {
  const licensing = await buildContext(context);

  registerDeviceRoutes(context.route, licensing);
  registerDeviceManagementRoutes(context.route, licensing);
  registerAdminLicenseRoutes(context.route, licensing);
  registerResellerLicenseRoutes(context.route, licensing);
  registerCustomerRoutes(context.route, licensing);
  registerOwnLicenseRoutes(context.route, licensing);
  registerLicenseCreateRoutes(context.route, licensing);
  registerQuotaRoutes(context.route, licensing);
  registerResendRoutes(context.route, licensing);
  registerSelectorsRoutes(context.route, licensing);
  registerCaptureHealthRoutes(context.route, licensing);
  registerStoreUrlRoutes(context.route, licensing);
  registerTrialRoutes(context.route, licensing);
  registerRequests(licensing);
  registerConsumers(context.consume, licensing);
  servePrivacy(context, { stores: personalStores(licensing) });

  context.every('republish unsettled licenses', SWEEP_EVERY_MS, republishUnsettled(licensing));
  context.every('expire licenses', SWEEP_EVERY_MS, () => expireLicenses(licensing));
  context.every('issue trials', RESEND_EVERY_MS, () => issueTrials(licensing));
  context.every('measure failing captures', MEASURE_EVERY_MS, measureFailing(context.metrics, licensing));
  context.every('measure many devices', MEASURE_EVERY_MS, measureManyDevices(context.metrics, licensing));
  context.every('send requested keys', RESEND_EVERY_MS, () => sendRequestedKeys(licensing));
}
