import type { FieldFailures } from '@leadping/contracts/licensing/selectors-routes';
import type { LicensingContext } from '../context.ts';

/** By day and version, the newest first, and in them the fields that fail most. */
export async function listFieldFailures({
  fieldFailures,
}: Pick<LicensingContext, 'fieldFailures'>): Promise<FieldFailures[]> {
  const counted = await fieldFailures.find().sort({ day: -1, version: -1, count: -1 }).lean();
  return counted.map(({ day, version, field, count }) => ({
    day: day.toISOString().slice(0, 10),
    version,
    field,
    count,
  }));
}
