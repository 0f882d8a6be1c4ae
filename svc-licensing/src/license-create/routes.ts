import { licenseCreateWebhook } from '@leadping/contracts/licensing/license-create-routes';
import {
  getWebhookSecretState,
  renewWebhookSecret,
} from '@leadping/contracts/licensing/reseller-license-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { createLicense } from './create-license.ts';
import { readSecretState } from './read-secret-state.ts';
import { renewSecret } from './renew-secret.ts';

export function registerLicenseCreateRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(licenseCreateWebhook, async ({ rawBody, headers }) => {
    const license = await createLicense(licensing, { headers, body: rawBody });
    return { license_key: licensing.vault.open(license), status: 'created' as const };
  });

  route(getWebhookSecretState, ({ actor }) => readSecretState(licensing, actor.resellerId));

  route(renewWebhookSecret, async ({ actor, reply }) => {
    void reply.header('cache-control', 'no-store');
    const { secret, createdAt } = await renewSecret(licensing, actor.resellerId);
    return { secret, createdAt: createdAt.toISOString() };
  });
}
