import { buildService, type Service } from '@leadping/service-kit/service';
import { buildLicenseTokens } from './activations/license-tokens.ts';
import { registerDeviceRoutes } from './activations/routes.ts';
import type { LicensingConfig } from './config.ts';
import type { Context } from './context.ts';
import { buildKeyVault } from './keys/key-vault.ts';
import { consumeEvents } from './licenses/consume-events.ts';
import { licenseModel } from './licenses/license.model.ts';
import { tellUnsettledAgain } from './licenses/tell-again.ts';

const SWEEP_INTERVAL_MS = 10_000;

/** Builds the service without listening. */
export async function buildLicensing(config: LicensingConfig): Promise<Service> {
  const tokens = await buildLicenseTokens(config.LICENSE_SIGNING_SEED);
  return buildService({
    name: 'svc-licensing',
    config,
    setUp: ({ database, relay, bus, record, route, consume, sealer, every }) => {
      const licenses = licenseModel(database);
      const vault = buildKeyVault(config.LICENSE_INDEX_SECRET, sealer);
      const context: Context = { licenses, vault, tokens, relay, bus, record };
      relay.watch(licenses);
      consumeEvents(consume, context);
      registerDeviceRoutes(route, context);
      every('tell unsettled licenses again', SWEEP_INTERVAL_MS, () => tellUnsettledAgain(context));
    },
  });
}
