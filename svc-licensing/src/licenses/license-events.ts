import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import {
  licenseEmailCorrected,
  licenseIssued,
  licenseIssuedId,
  licenseKeyRotated,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
  type LicenseCause,
} from '@leadping/contracts/licensing/license-events';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IssuedLicense } from './license.model.ts';
import type { PaymentChange } from './payment-status.ts';

/** The part of a license that its events carry. */
type PublishedLicense = Pick<
  IssuedLicense,
  '_id' | 'sealedKey' | 'keyNumber' | 'email' | 'orderId' | 'seller' | 'purchase' | 'trialEndsAt'
>;

/** The part of a license that the events with a new mail of its key carry. */
type MailedLicense = PublishedLicense & Pick<IssuedLicense, 'testExpiresAt'>;

/** @param repeat 0 for the first */
export function issuedEntry(
  license: MailedLicense & Pick<IssuedLicense, 'origin' | 'issuedAt'>,
  repeat = 0,
): OutboxEntry {
  return outboxEntry(licenseIssued, licenseIssuedId(String(license._id), repeat), {
    ...mailedFactsOf(license),
    origin: license.origin,
    issuedAt: license.issuedAt.toISOString(),
  });
}

export function resendEntry(license: MailedLicense, requestId: string): OutboxEntry {
  return outboxEntry(licenseResendRequested, `license-resend:${requestId}:${license._id}`, {
    ...mailedFactsOf(license),
    requestId,
  });
}

export function keyRotatedEntry(
  license: MailedLicense,
  rotation: { keptDevices: number; cause: 'requested' | 'address' },
): OutboxEntry {
  const requestId = `${String(license._id)}-${numberOfKey(license)}`;
  return outboxEntry(licenseKeyRotated, `license-key-rotated:${requestId}`, {
    ...mailedFactsOf(license),
    ...rotation,
    requestId,
  });
}

export function numberOfKey({ keyNumber = 1 }: Pick<IssuedLicense, 'keyNumber'>): number {
  return keyNumber;
}

/** @param correctedAt by the shared clock. The latest correction counts, in whatever order they arrive. */
export function emailCorrectedEntry(
  license: PublishedLicense,
  { requestId, correctedAt }: { requestId: string; correctedAt: Date },
): OutboxEntry {
  return outboxEntry(licenseEmailCorrected, `license-email-corrected:${requestId}:${license._id}`, {
    ...factsOf(license),
    correctedAt: correctedAt.toISOString(),
  });
}

const STATUS_EVENT = { revoked: licenseRevoked, suspended: licenseSuspended, active: licenseReinstated };

/** What a person or a job does to a license, as its events and logs say it. */
export type StatusReason =
  | PaymentChange
  | 'deactivated by an admin'
  | 'licenses of the reseller revoked by an admin'
  | 'deleted by the reseller'
  | 'test license expired'
  | 'trial ended';

export const CAUSES: Record<StatusReason, LicenseCause> = {
  refunded: 'refund',
  'refund-failed': 'refund_failed',
  disputed: 'dispute_opened',
  'dispute-won': 'dispute_won',
  'dispute-lost': 'dispute_lost',
  'deactivated by an admin': 'admin',
  'licenses of the reseller revoked by an admin': 'admin',
  'deleted by the reseller': 'seller',
  'test license expired': 'test_expired',
  'trial ended': 'trial_ended',
};

/** @param change.version the license's version with this status, which distinguishes one change from the next. */
export function statusEntry(
  license: PublishedLicense,
  change: { status: LicenseStatus; version: number; reason: string; cause: LicenseCause; at: Date },
): OutboxEntry {
  const event = STATUS_EVENT[change.status];
  return outboxEntry(event, `license-${change.status}:${license._id}:${change.version}`, {
    ...factsOf(license),
    ...purchaseOf(license),
    reason: change.reason,
    cause: change.cause,
    changedAt: change.at.toISOString(),
  });
}

/** Every mail with a key confirms the contract, because it may be the first one that reaches the buyer. */
function mailedFactsOf(license: MailedLicense) {
  const { testExpiresAt } = license;
  return {
    ...factsOf(license),
    ...purchaseOf(license),
    ...(testExpiresAt && { testExpiresAt: testExpiresAt.toISOString() }),
  };
}

const purchaseOf = ({ purchase }: PublishedLicense) => purchase && { purchase };

function factsOf(license: PublishedLicense) {
  const { _id, sealedKey, email, orderId, seller, trialEndsAt } = license;
  return {
    licenseId: String(_id),
    sealedLicenseKey: sealedKey,
    keyNumber: numberOfKey(license),
    email,
    orderId: orderId ?? null,
    seller: { resellerId: seller.resellerId, businessName: seller.businessName },
    ...(trialEndsAt && { trialEndsAt: trialEndsAt.toISOString() }),
  };
}
