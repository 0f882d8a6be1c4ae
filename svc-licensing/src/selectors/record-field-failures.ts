import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { LicensingContext } from '../context.ts';
import { findNewest } from './save-selectors.ts';

/**
 * Counts fields that an installation did not find.
 * @throws {DomainError} VALIDATION_FAILED for a version that was never published: invented ones would fill the collection.
 */
export async function recordFieldFailures(
  licensing: Pick<LicensingContext, 'selectors' | 'fieldFailures' | 'clock'>,
  version: number,
  fields: readonly SelectableField[],
): Promise<void> {
  const newest = (await findNewest(licensing))?._id ?? 0;
  if (version > newest) throw new DomainError('VALIDATION_FAILED', `There is no version ${version}.`);
  const date = new Date(licensing.clock.now()).toISOString().slice(0, 10);
  const day = new Date(`${date}T00:00:00Z`);
  for (const field of new Set(fields)) {
    const count = () =>
      licensing.fieldFailures.updateOne(
        { _id: `${date}/${version}/${field}` },
        { $inc: { count: 1 }, $setOnInsert: { day, version, field } },
        { upsert: true },
      );
    await count().catch((error: unknown) => {
      // Two first reports at once: the row is there now.
      if (!isDuplicateKey(error)) throw error;
      return count();
    });
  }
}
