import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';
import type { StatusReason } from './license-events.ts';
import type { IssuedLicense } from './license.model.ts';
import { isIssued } from './is-issued.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';

/**
 * Revokes a license permanently and keeps its record. A revoked license stays revoked. Returns null if it does not
 * exist.
 */
export async function revokeLicense(
  licensing: LicensingContext,
  scope: LicenseScope,
  which: { _id: string } | { keyIndex: string },
  reason: StatusReason,
  options: { isDeleted: boolean } = { isDeleted: false },
): Promise<IssuedLicense | null> {
  const now = new Date(licensing.clock.now());
  // Excludes stubs: a stub is not a license yet, and revoking it would make it one.
  const filter = { keyIndex: trusted({ $exists: true }), ...which, ...licensesOf(scope) };
  const license = await changePaymentStatus(licensing, filter, reason, ({ revokedAt = now, deletedAt }) => ({
    revokedAt,
    ...(options.isDeleted ? { deletedAt: deletedAt ?? now } : {}),
  }));
  return license && isIssued(license) ? license : null;
}
