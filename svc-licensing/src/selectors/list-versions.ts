import type { listSelectorsVersions } from '@leadping/contracts/licensing/selectors-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import type { LicensingContext } from '../context.ts';

const LISTED = 100;

/** The newest first. */
export async function listVersions({
  selectors,
}: Pick<LicensingContext, 'selectors'>): Promise<ReplyOf<typeof listSelectorsVersions>> {
  const listed = await selectors.find().sort({ _id: -1 }).limit(LISTED).lean();
  return listed.map(({ _id, text, savedAt, savedBy }) => ({
    version: _id,
    selectors: text,
    savedAt: savedAt.toISOString(),
    savedBy,
  }));
}
