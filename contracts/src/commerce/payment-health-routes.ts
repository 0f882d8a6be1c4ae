import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

export const HealthCheck = z.object({
  /**
   * `keys`: both keys are stored and have the same mode. `account`: the provider accepts the secret key. `checkout`:
   * the provider can open a payment page for the product. `refunds`: the key may make refunds. `webhook`: an enabled endpoint with our address exists.
   * `events`: it receives every event that we need. `delivery`: a signed event was received and verified.
   */
  id: z.enum(['keys', 'account', 'checkout', 'refunds', 'webhook', 'events', 'delivery']),
  /** `unknown`: an earlier check failed, or the key lacks the permission. */
  state: z.enum(['ok', 'warning', 'failed', 'unknown']),
  /** The result as a sentence. */
  finding: z.string(),
  /** The suggested fix. Null if the check passed. */
  fix: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const PaymentHealth = z.object({
  /** The worst of the checks. */
  state: z.enum(['ok', 'warning', 'failed']),
  mode: z.enum(['live', 'test']),
  checks: z.array(HealthCheck),
  /** Where the provider must send its events. */
  webhookUrl: z.string(),
  requiredEvents: z.array(z.string()),
  lastVerifiedDeliveryAt: IsoDate.nullable(),
});
export type PaymentHealth = z.infer<typeof PaymentHealth>;

export const checkResellerPayments = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/payment-health',
  summary: "Tries the reseller's payment set-up and names what to fix",
  access: 'reseller',
  replies: { 200: PaymentHealth },
  errors: ['NOT_FOUND'],
  limit: { points: 10, windowSeconds: 60 },
  timeoutSeconds: 20,
});

export const checkPlatformPayments = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/payment-health',
  summary:
    "Tries the platform's payment set-up, in the mode that is on or the named one, and names what to fix",
  access: 'admin',
  query: z.object({ mode: z.enum(['live', 'test']).optional() }),
  replies: { 200: PaymentHealth },
  errors: [],
  limit: { points: 10, windowSeconds: 60 },
  timeoutSeconds: 20,
});
