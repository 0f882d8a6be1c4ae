import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { checkSelectors } from './check-selectors.ts';
import type { SelectorsVersion, SelectorsVersions } from './selectors.model.ts';

/** Keeps a text as the newest version. @returns its number. @throws {DomainError} VALIDATION_FAILED */
export async function saveSelectors(
  versions: SelectorsVersions,
  text: string,
  savedBy: string,
): Promise<number> {
  checkSelectors(text);
  for (;;) {
    const version = ((await findNewest(versions))?._id ?? 0) + 1;
    try {
      await versions.create({ _id: version, text, savedAt: new Date(), savedBy });
      return version;
    } catch (error) {
      // Another admin saved at the same time: theirs keeps its number, this one is the next.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Saves an earlier version once more. @throws {DomainError} NOT_FOUND */
export async function restoreSelectors(
  versions: SelectorsVersions,
  version: number,
  savedBy: string,
): Promise<number> {
  const earlier = await versions.findById(version).lean();
  if (!earlier) throw new DomainError('NOT_FOUND', `There is no version ${version} of the selectors.`);
  return saveSelectors(versions, earlier.text, savedBy);
}

export async function findNewest(versions: SelectorsVersions): Promise<SelectorsVersion | null> {
  return versions.findOne().sort({ _id: -1 }).lean();
}
