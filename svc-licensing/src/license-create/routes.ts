import { licenseCreateWebhook } from '@leadping/contracts/licensing/license-create-routes';
import {
  getWebhookSecretState,
  renewWebhookSecret,
} from '@leadping/contracts/licensing/reseller-license-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { Context } from '../context.ts';
import { createLicense } from './create-license.ts';
import { renewSecret } from './renew-secret.ts';
import type { WebhookAccesses } from './webhook-access.model.ts';

export function registerLicenseCreateRoutes(
  route: RegisterRoute,
  context: Context & { accesses: WebhookAccesses; sealer: Sealer },
): void {
  route(licenseCreateWebhook, async ({ rawBody, request }) => {
    const license = await createLicense(context, { headers: request.headers, body: rawBody });
    return { license_key: context.vault.open(license.sealedKey), status: 'created' as const };
  });

  route(getWebhookSecretState, async ({ actor }) => {
    const access = await context.accesses.findById(actor.resellerId).lean();
    return {
      isSet: access !== null,
      hint: access?.hint ?? null,
      createdAt: access?.createdAt.toISOString() ?? null,
    };
  });

  route(renewWebhookSecret, async ({ actor, reply }) => {
    void reply.header('cache-control', 'no-store');
    const { secret, createdAt } = await renewSecret(context, actor.resellerId);
    return { secret, createdAt: createdAt.toISOString() };
  });
}
