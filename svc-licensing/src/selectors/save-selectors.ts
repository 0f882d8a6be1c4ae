import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { LicensingContext } from '../context.ts';
import { checkSelectors } from './check-selectors.ts';
import type { SelectorsVersion } from './selectors.model.ts';

/** Keeps a text as the newest version. @returns its number. @throws {DomainError} VALIDATION_FAILED */
export async function saveSelectors(
  licensing: Pick<LicensingContext, 'selectors'>,
  text: string,
  savedBy: string,
): Promise<number> {
  checkSelectors(text);
  for (;;) {
    const version = ((await findNewest(licensing))?._id ?? 0) + 1;
    try {
      await licensing.selectors.create({ _id: version, text, savedAt: new Date(), savedBy });
      recordChange({ target: 'selectors', before: { version: version - 1 }, after: { version } });
      return version;
    } catch (error) {
      // Another admin saved at the same time: theirs keeps its number, this one is the next.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Saves an earlier version once more. @throws {DomainError} NOT_FOUND */
export async function restoreSelectors(
  licensing: Pick<LicensingContext, 'selectors'>,
  version: number,
  savedBy: string,
): Promise<number> {
  const earlier = await licensing.selectors.findById(version).lean();
  if (!earlier) throw new DomainError('NOT_FOUND', `There is no version ${version} of the selectors.`);
  return saveSelectors(licensing, earlier.text, savedBy);
}

export async function findNewest({
  selectors,
}: Pick<LicensingContext, 'selectors'>): Promise<SelectorsVersion | null> {
  return selectors.findOne().sort({ _id: -1 }).lean();
}
