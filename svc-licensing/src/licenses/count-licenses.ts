import { cacheLargeSums } from '@leadping/service-kit/data/large-sums';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';

export interface LicenseCounts {
  total: number;
  active: number;
  /** Without revoked licenses, tests and trials. */
  counted: number;
}

/** How many licenses were issued, and how many of them are active and were sold or given for good. */
async function countLicenses(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  scope: LicenseScope,
): Promise<LicenseCounts> {
  const issued = { ...licensesOf(scope), keyIndex: trusted({ $exists: true }) };
  const [total, active, counted] = await Promise.all([
    licenses.countDocuments(issued),
    licenses.countDocuments({ ...issued, status: 'active' }),
    licenses.countDocuments({
      ...issued,
      status: trusted({ $ne: 'revoked' as const }),
      testExpiresAt: null,
      trialEndsAt: null,
    }),
  ]);
  return { total, active, counted };
}

/** Like `countLicenses`, but cached for sellers with many licenses. */
export function cachedCounts(
  licensing: Pick<LicensingContext, 'licenses'>,
): (scope: LicenseScope) => Promise<LicenseCounts> {
  const cached = cacheLargeSums(({ total }: LicenseCounts) => total);
  return (scope) => cached(scope, () => countLicenses(licensing, scope));
}
