import { LICENSE_CREATE_QUOTA } from '@leadping/contracts/licensing/license-create-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/** Takes one license of the reseller's day. @throws {DomainError} QUOTA_EXCEEDED */
export async function takeQuota(
  { accesses }: Pick<LicensingContext, 'accesses'>,
  resellerId: string,
): Promise<void> {
  const now = new Date();
  const quotaDay = now.toISOString().slice(0, 10);
  await accesses.updateOne(
    { _id: resellerId, quotaDay: trusted({ $ne: quotaDay }) },
    { $set: { quotaDay, used: 0 } },
  );
  const { matchedCount } = await accesses.updateOne(
    { _id: resellerId, quotaDay, used: trusted({ $lt: LICENSE_CREATE_QUOTA }) },
    { $inc: { used: 1 } },
  );
  if (matchedCount === 1) return;
  const tomorrow = Date.parse(quotaDay) + 24 * 3600_000;
  throw new DomainError(
    'QUOTA_EXCEEDED',
    `At most ${LICENSE_CREATE_QUOTA} licenses a day can be made here. Please contact support if you need more.`,
    { retryAfter: (tomorrow - now.getTime()) / 1000 },
  );
}

/** Gives back what a repeat took. */
export async function returnQuota(
  { accesses }: Pick<LicensingContext, 'accesses'>,
  resellerId: string,
): Promise<void> {
  await accesses.updateOne({ _id: resellerId, used: trusted({ $gt: 0 }) }, { $inc: { used: -1 } });
}
