import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/*
 * Limits of licenses without a payment: by hand and license-create together for a reseller, by hand for an admin.
 * Paid orders are never limited or counted.
 */

/** Default limits for resellers. */
export const DEFAULT_LICENSE_LIMITS = { perDay: 500, total: 10_000 };
/** Limit per admin, in case a session is stolen. */
export const ADMIN_LICENSES_PER_DAY = 500;

export const LicenseLimits = z.strictObject({
  perDay: z.int().min(0).max(100_000),
  total: z.int().min(0).max(10_000_000),
});
export type LicenseLimits = z.infer<typeof LicenseLimits>;

/** Days are in UTC. */
export const LicenseQuota = z.object({
  ...LicenseLimits.shape,
  usedToday: z.int(),
  usedTotal: z.int(),
  resetsAt: IsoDate,
});
export type LicenseQuota = z.infer<typeof LicenseQuota>;

export const getOwnQuota = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses/quota',
  summary: 'How many licenses the reseller may make without a payment, and made',
  access: 'reseller',
  replies: { 200: LicenseQuota },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const getResellerQuota = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/admin/licenses/quotas/:resellerId',
  summary: 'How many licenses a reseller may make without a payment, and made',
  access: 'admin',
  params: z.object({ resellerId: z.string().min(1).max(100) }),
  replies: { 200: LicenseQuota },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const changeResellerLimits = defineRoute({
  service: 'svc-licensing',
  method: 'PUT',
  path: '/api/admin/licenses/quotas/:resellerId',
  summary: 'Sets how many licenses a reseller may make without a payment; those that were made stay',
  access: 'admin',
  freshSession: true,
  params: z.object({ resellerId: z.string().min(1).max(100) }),
  body: LicenseLimits,
  replies: { 200: LicenseQuota },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});
