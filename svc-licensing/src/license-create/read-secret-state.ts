import type { getWebhookSecretState } from '@leadping/contracts/licensing/reseller-license-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import type { LicensingContext } from '../context.ts';

/** The part of a secret that a reseller may see after it was created: its last characters. */
export async function readSecretState(
  { accesses }: Pick<LicensingContext, 'accesses'>,
  resellerId: string,
): Promise<ReplyOf<typeof getWebhookSecretState>> {
  const access = await accesses.findById(resellerId).lean();
  return {
    isSet: access !== null,
    hint: access?.hint ?? null,
    createdAt: access?.createdAt.toISOString() ?? null,
  };
}
