import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';

const TEST_LICENSE_DAYS = 30;
const BATCH = 100;

/** When the license of an order that was paid with a test key ends; nothing for all others. */
export function testExpiry(
  order: { isTest?: boolean | undefined },
  issuedAt: Date,
): { testExpiresAt?: Date } {
  if (order.isTest !== true) return {};
  return { testExpiresAt: new Date(issuedAt.getTime() + TEST_LICENSE_DAYS * 24 * 3_600_000) };
}

/** Revokes test licenses whose time has come; a revoked one is not due again. */
export async function expireTestLicenses(licensing: LicensingContext): Promise<void> {
  const now = new Date(licensing.clock.now());
  const due = await licensing.licenses
    .find({ testExpiresAt: trusted({ $lte: now }), revokedAt: null })
    .limit(BATCH)
    .lean();
  for (const { _id } of due) {
    await changePaymentStatus(licensing, { _id, revokedAt: null }, 'test license expired', () => ({
      revokedAt: now,
    }));
  }
}
