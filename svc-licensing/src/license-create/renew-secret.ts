import { randomBytes } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { webhookSecretPlace } from './webhook-access.model.ts';

const SECRET_BYTES = 32;

/** Gives a reseller a new secret, in the form of Standard Webhooks; it is returned this once and kept sealed. */
export async function renewSecret(
  { accesses, sealer }: Pick<LicensingContext, 'accesses' | 'sealer'>,
  resellerId: string,
): Promise<{ secret: string; createdAt: Date }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
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
