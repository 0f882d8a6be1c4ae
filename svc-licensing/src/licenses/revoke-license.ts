import type { QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';
import type { IssuedLicense, License } from './license.model.ts';
import { isIssued } from './is-issued.ts';

/** Ends a license for good and keeps its record; one that is revoked already stays so. Null where there is none. */
export async function revokeLicense(
  licensing: LicensingContext,
  filter: QueryFilter<License>,
  reason: string,
  options: { isDeleted: boolean } = { isDeleted: false },
): Promise<IssuedLicense | null> {
  const now = new Date();
  const license = await changePaymentStatus(licensing, filter, reason, ({ revokedAt = now, deletedAt }) => ({
    revokedAt,
    ...(options.isDeleted ? { deletedAt: deletedAt ?? now } : {}),
  }));
  return license && isIssued(license) ? license : null;
}
