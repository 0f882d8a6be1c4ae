import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';
import type { IssuedLicense } from './license.model.ts';
import { isIssued } from './is-issued.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';

/** Ends a license for good and keeps its record; one that is revoked already stays so. Null where there is none. */
export async function revokeLicense(
  licensing: LicensingContext,
  scope: LicenseScope,
  which: { _id: string } | { keyIndex: string },
  reason: string,
  options: { isDeleted: boolean } = { isDeleted: false },
): Promise<IssuedLicense | null> {
  const now = new Date(licensing.clock.now());
  // A stub is no license yet: revoked, it would become one that is.
  const filter = { keyIndex: trusted({ $exists: true }), ...which, ...licensesOf(scope) };
  const license = await changePaymentStatus(licensing, filter, reason, ({ revokedAt = now, deletedAt }) => ({
    revokedAt,
    ...(options.isDeleted ? { deletedAt: deletedAt ?? now } : {}),
  }));
  return license && isIssued(license) ? license : null;
}
