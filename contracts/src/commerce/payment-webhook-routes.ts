import { z } from 'zod';
import { defineRoute } from '../route.ts';

const Received = z.object({ received: z.literal(true) });

/** The provider's signature of the exact bytes. The service verifies it. */
const Signed = z.object({ 'stripe-signature': z.string().max(2000).optional() });

/** Limit of event bodies, in bytes. Events of the payment provider are larger than our own calls. */
const EVENT_LIMIT = 512 * 1024;

export const receivePlatformPaymentEvent = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/stripe-webhook',
  priority: 'first',
  repeatable: true,
  summary: "Takes the payment events of the platform's own account, test and live",
  access: 'credentials',
  headers: Signed,
  bodyType: 'raw',
  bodyLimit: EVENT_LIMIT,
  timeoutSeconds: 20,
  replies: { 200: Received },
  errors: ['SIGNATURE_INVALID', 'PAYMENT_PROVIDER_FAILED'],
});

export const receiveResellerPaymentEvent = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/stripe-webhook/reseller/:resellerId',
  priority: 'first',
  repeatable: true,
  summary: "Takes the payment events of a reseller's account, checked with that reseller's secret",
  access: 'credentials',
  params: z.object({ resellerId: z.string().min(1).max(200) }),
  headers: Signed,
  bodyType: 'raw',
  bodyLimit: EVENT_LIMIT,
  timeoutSeconds: 20,
  replies: { 200: Received },
  errors: ['NOT_FOUND', 'SIGNATURE_INVALID', 'PAYMENT_PROVIDER_FAILED'],
});
