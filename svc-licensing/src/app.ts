import { buildService, type Service } from '@leadping/service-kit/process/service';
import { buildLicenseTokens } from './activations/license-tokens.ts';
import { recentLicenses } from './activations/recent-licenses.ts';
import { registerDeviceManagement } from './activations/manage-routes.ts';
import { registerDeviceRoutes } from './activations/routes.ts';
import type { LicensingConfig } from './config.ts';
import type { Context } from './context.ts';
import { buildKeyVault } from './keys/key-vault.ts';
import { registerLicenseCreateRoutes } from './license-create/routes.ts';
import { webhookAccessModel } from './license-create/webhook-access.model.ts';
import { registerAdminRoutes } from './licenses/admin-routes.ts';
import { consumeEvents } from './licenses/consume-events.ts';
import { expireTestLicenses } from './licenses/expire-test-licenses.ts';
import { licenseModel } from './licenses/license.model.ts';
import { respondToTimeline } from './licenses/order-timeline.ts';
import { registerResellerRoutes } from './licenses/reseller-routes.ts';
import { republishUnsettled } from './licenses/republish.ts';
import { sendRequestedKeys } from './resend/resend-keys.ts';
import { resendRequestModel } from './resend/resend-request.model.ts';
import { registerResendRoutes } from './resend/routes.ts';
import { registerSelectorsRoutes } from './selectors/routes.ts';
import { selectorsModel } from './selectors/selectors.model.ts';
import { serveStoreUrl } from './store-url/store-url.ts';

const SWEEP_INTERVAL_MS = 10_000;
const RESEND_INTERVAL_MS = 1000;

/** Builds the service without listening. */
export async function buildLicensing(config: LicensingConfig): Promise<Service> {
  const tokens = await buildLicenseTokens(config.LICENSE_SIGNING_SEED);
  return buildService({
    name: 'svc-licensing',
    config,
    setUp: ({ database, relay, bus, record, route, consume, sealer, every }) => {
      const licenses = licenseModel(database);
      const vault = buildKeyVault(config.LICENSE_INDEX_SECRET, sealer);
      const context: Context = {
        licenses,
        recent: recentLicenses(licenses),
        vault,
        tokens,
        relay,
        bus,
        record,
      };

      consumeEvents(consume, context);
      respondToTimeline(bus, licenses);
      every('tell unsettled licenses again', SWEEP_INTERVAL_MS, () => republishUnsettled(context));

      every('expire test licenses', SWEEP_INTERVAL_MS, () => expireTestLicenses(context));

      registerDeviceRoutes(route, context);
      registerDeviceManagement(route, context);
      registerAdminRoutes(route, context);
      registerResellerRoutes(route, context);
      registerLicenseCreateRoutes(route, { ...context, accesses: webhookAccessModel(database), sealer });

      const resending = { ...context, requests: resendRequestModel(database) };
      registerResendRoutes(route, resending);
      every('send keys again', RESEND_INTERVAL_MS, () => sendRequestedKeys(resending));

      registerSelectorsRoutes(route, selectorsModel(database));
      serveStoreUrl({ database, bus, route });
    },
  });
}
