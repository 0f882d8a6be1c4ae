import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IdempotencyKey } from '../headers.ts';
import { lenientName } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { LicenseKey } from './license-key.ts';

/** The body of `licenseCreateWebhook`. The service parses it after it has verified the exact bytes. */
export const LicenseCreateBody = z.object({
  /** The reseller's id, current slug or a former slug. */
  reseller_id: z.string().min(1).max(200),
  email: EmailAddress,
  business_name: lenientName(200),
  license_type: z.literal('standard'),
});
export type LicenseCreateBody = z.infer<typeof LicenseCreateBody>;

/**
 * Authenticated by the reseller's secret as `Authorization: Bearer` or by a signature of Standard Webhooks. With the
 * secret, `Idempotency-Key` or `webhook-id` marks repeats, which get the same license. With a signature, only
 * `webhook-id` does.
 */
export const licenseCreateWebhook = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/webhook/license-create',
  priority: 'first',
  summary: "Creates a license from a reseller's own system; its key is emailed",
  access: 'credentials',
  headers: z.object({
    ...IdempotencyKey,
    authorization: z.string().max(1000).optional(),
    'webhook-id': IdempotencyKey['idempotency-key'],
    'webhook-timestamp': z.string().max(20).optional(),
    'webhook-signature': z.string().max(2000).optional(),
  }),
  bodyType: 'raw',
  replies: { 201: z.object({ license_key: LicenseKey, status: z.literal('created') }) },
  errors: [
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'RESELLER_INACTIVE',
    'QUOTA_EXCEEDED',
    'LICENSE_LIMIT_REACHED',
    'IDEMPOTENCY_MISMATCH',
    'RATE_LIMITED',
  ],
  limit: { points: 300, windowSeconds: 60 },
});
