import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';

/** How many licenses were issued, and how many of them are active. */
export async function countLicenses(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  scope: LicenseScope,
): Promise<{ total: number; active: number }> {
  const issued = { ...licensesOf(scope), keyIndex: trusted({ $exists: true }) };
  const [total, active] = await Promise.all([
    licenses.countDocuments(issued),
    licenses.countDocuments({ ...issued, status: 'active' }),
  ]);
  return { total, active };
}
