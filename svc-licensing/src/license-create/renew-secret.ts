import { makeSigningSecret } from '@leadping/service-kit/data/signing-secret';
import type { LicensingContext } from '../context.ts';
import { webhookSecretPlace } from './webhook-access.model.ts';

/** Gives a reseller a new secret, in the form of Standard Webhooks; it is returned this once and kept sealed. */
export async function renewSecret(
  { accesses, sealer }: Pick<LicensingContext, 'accesses' | 'sealer'>,
  resellerId: string,
): Promise<{ secret: string; createdAt: Date }> {
  const secret = makeSigningSecret();
  const createdAt = new Date();
  await accesses.updateOne(
    { _id: resellerId },
    {
      $set: {
        sealedSecret: sealer.seal(secret, webhookSecretPlace(resellerId)),
        hint: secret.slice(-4),
        createdAt,
      },
    },
    { upsert: true },
  );
  return { secret, createdAt };
}
