import type { getWebhookSecretState } from '@leadping/contracts/licensing/reseller-license-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import type { LicensingContext } from '../context.ts';

/** What a reseller may see of their secret after it was made: its end, never the whole. */
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
