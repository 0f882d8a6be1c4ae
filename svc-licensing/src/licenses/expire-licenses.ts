import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';
import type { StatusReason } from './license-events.ts';

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

/** Revokes licenses of tests and trials whose time has come; a revoked one is not due again. */
export async function expireLicenses(licensing: LicensingContext): Promise<void> {
  await expire(licensing, 'testExpiresAt', 'test license expired');
  await expire(licensing, 'trialEndsAt', 'trial ended');
}

async function expire(
  licensing: LicensingContext,
  field: 'testExpiresAt' | 'trialEndsAt',
  reason: StatusReason,
): Promise<void> {
  const now = new Date(licensing.clock.now());
  const due = await licensing.licenses
    .find({ [field]: trusted({ $lte: now }), revokedAt: null })
    .limit(BATCH)
    .lean();
  for (const { _id } of due) {
    await changePaymentStatus(licensing, { _id, revokedAt: null }, reason, () => ({ revokedAt: now }));
  }
}
