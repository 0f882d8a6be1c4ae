import {
  ADMIN_LICENSES_PER_DAY,
  DEFAULT_LICENSE_LIMITS,
  type LicenseLimits,
  type LicenseQuota,
} from '@leadping/contracts/licensing/quota-routes';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import type { Quota } from './quota.model.ts';

/**
 * A creator of licenses without a payment: an admin, or a reseller, whose manual licenses, license-create calls and orders
 * that cost nothing count together.
 */
export type QuotaHolder = { resellerId: string } | { adminId: string };

type Context = Pick<LicensingContext, 'quotas' | 'licenses'>;

const DAY_MS = 24 * 3600_000;

/**
 * Uses one license of the holder's daily quota.
 * @returns the day
 * @throws {DomainError} QUOTA_EXCEEDED, LICENSE_LIMIT_REACHED
 */
export async function takeQuota(context: Context, holder: QuotaHolder): Promise<string> {
  const quota = await openDay(context, holder);
  const { perDay, total } = limitsOf(holder, quota);
  const { matchedCount } = await context.quotas.updateOne(
    {
      _id: quota._id,
      day: quota.day,
      usedToday: trusted({ $lt: perDay }),
      usedTotal: trusted({ $lt: total }),
    },
    { $inc: { usedToday: 1, usedTotal: 1 } },
  );
  if (matchedCount === 1) return quota.day;
  const { usedTotal, day } = await openDay(context, holder);
  // Midnight passed in between.
  if (day !== quota.day) return takeQuota(context, holder);
  const orders = 'Paid orders still create their licenses.';
  if (usedTotal >= total) {
    throw new DomainError(
      'LICENSE_LIMIT_REACHED',
      `This account has created all ${total} licenses it may create without a payment. ${orders} Please contact support for a higher limit.`,
    );
  }
  throw new DomainError(
    'QUOTA_EXCEEDED',
    `At most ${perDay} licenses a day can be created without a payment. ${orders} Try again tomorrow (UTC), or contact support for a higher limit.`,
    { retryAfter: (nextDay(quota.day) - Date.now()) / 1000 },
  );
}

/** Returns the quota that a repeat or a failure used on that day. A new day has its own count. */
export async function returnQuota({ quotas }: Context, holder: QuotaHolder, day: string): Promise<void> {
  const _id = idOf(holder);
  const { matchedCount } = await quotas.updateOne({ _id, day }, { $inc: { usedToday: -1, usedTotal: -1 } });
  if (matchedCount === 0) await quotas.updateOne({ _id }, { $inc: { usedTotal: -1 } });
}

export async function readQuota(context: Context, resellerId: string): Promise<LicenseQuota> {
  const quota = await openDay(context, { resellerId });
  const { usedToday, usedTotal, day } = quota;
  const resetsAt = new Date(nextDay(day)).toISOString();
  return { ...limitsOf({ resellerId }, quota), usedToday, usedTotal, resetsAt };
}

export async function changeLimits(
  context: Context,
  resellerId: string,
  { perDay, total }: LicenseLimits,
): Promise<void> {
  const { _id } = await openDay(context, { resellerId });
  await context.quotas.updateOne({ _id }, { $set: { perDay, total } });
}

/** The holder's quota of today. The first call counts the licenses that were created before the quota existed. */
async function openDay({ quotas, licenses }: Context, holder: QuotaHolder): Promise<Quota> {
  const _id = idOf(holder);
  const day = new Date().toISOString().slice(0, 10);
  await quotas.updateOne({ _id, day: trusted({ $lt: day }) }, { $set: { day, usedToday: 0 } });
  const stored = await quotas.findById(_id).lean();
  if (stored) return stored;
  const usedTotal =
    'resellerId' in holder
      ? await licenses.countDocuments({
          'seller.resellerId': holder.resellerId,
          origin: trusted({ $in: ['reseller', 'webhook'] as const }),
        })
      : 0;
  try {
    return (await quotas.create({ _id, day, usedToday: 0, usedTotal })).toObject();
  } catch (error) {
    // A concurrent request created it first.
    if (!isDuplicateKey(error)) throw error;
    return quotas.findById(_id).orFail().lean();
  }
}

function limitsOf(holder: QuotaHolder, { perDay, total }: Quota): LicenseLimits {
  if ('adminId' in holder) return { perDay: ADMIN_LICENSES_PER_DAY, total: Infinity };
  return {
    perDay: perDay ?? DEFAULT_LICENSE_LIMITS.perDay,
    total: total ?? DEFAULT_LICENSE_LIMITS.total,
  };
}

const idOf = (holder: QuotaHolder) =>
  'resellerId' in holder ? holder.resellerId : `admin:${holder.adminId}`;
const nextDay = (day: string) => Date.parse(day) + DAY_MS;
