import { z } from 'zod';
import { GuardedIdempotencyKey } from '../headers.ts';
import { Currency } from '../money.ts';
import { defineRoute } from '../route.ts';
import { ProductType } from './order-events.ts';

const ReturnUrls = {
  /** On our own origin; anything else is refused. */
  successUrl: z.url().max(2000),
  /**
   * On our own origin, or the verified parent's of an embedded page: then the payment page leads to a page of ours that
   * names the parent's host before the visitor goes there, or straight there where the reseller who sells has listed it.
   */
  cancelUrl: z.url().max(2000),
};

const CheckoutStarted = z.object({ url: z.url() });

const CheckoutHeaders = z.object({
  ...GuardedIdempotencyKey,
  /**
   * An embedded page names here the origin of the page around it, which it has verified (`window.parent` only, https,
   * exact origin). Scripts of other sites cannot set it: a `cancelUrl` outside our origin must be on the origin it names.
   */
  'x-parent-origin': z.string().max(300).optional(),
});

export const createMainCheckout = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/create-main-checkout',
  priority: 'first',
  summary: 'Starts a checkout of the main product, sold by the platform',
  access: 'anyone',
  fromTenants: true,
  headers: CheckoutHeaders,
  body: z.object(ReturnUrls),
  replies: { 200: CheckoutStarted },
  errors: ['REDIRECT_REFUSED', 'IDEMPOTENCY_MISMATCH', 'PAYMENT_NOT_CONFIGURED', 'PAYMENT_PROVIDER_FAILED'],
  limit: { points: 20, windowSeconds: 60 },
  timeoutSeconds: 20,
});

export const createResellerProductCheckout = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/create-reseller-product-checkout',
  priority: 'first',
  summary: 'Starts a checkout of the main product, sold by a reseller',
  access: 'anyone',
  fromTenants: true,
  headers: CheckoutHeaders,
  body: z.object({
    /** The reseller's id, current slug or a former slug. */
    resellerId: z.string().min(1).max(200),
    ...ReturnUrls,
  }),
  replies: { 200: CheckoutStarted },
  errors: [
    'NOT_FOUND',
    'REDIRECT_REFUSED',
    'IDEMPOTENCY_MISMATCH',
    'RESELLER_INACTIVE',
    'RESELLER_NOT_CONFIGURED',
    'PAYMENT_PROVIDER_FAILED',
  ],
  limit: { points: 20, windowSeconds: 60 },
  timeoutSeconds: 20,
});

export const createResellerCheckout = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/create-reseller-checkout',
  priority: 'first',
  summary: 'Starts a checkout of reseller rights',
  access: 'anyone',
  fromTenants: true,
  headers: CheckoutHeaders,
  body: z.object(ReturnUrls),
  replies: { 200: CheckoutStarted },
  errors: ['REDIRECT_REFUSED', 'IDEMPOTENCY_MISMATCH', 'PAYMENT_NOT_CONFIGURED', 'PAYMENT_PROVIDER_FAILED'],
  limit: { points: 20, windowSeconds: 60 },
  timeoutSeconds: 20,
});

/** What the page between a given-up payment and the embedding page shows; `id` is in no other reply. */
export const getCheckoutReturn = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/checkout-return',
  summary: 'The embedding page that a given-up checkout was started from',
  access: 'anyone',
  query: z.object({ id: z.string().min(1).max(100) }),
  replies: {
    200: z.object({
      /** `https`, on the origin that the embedded page verified. Show its host before anybody goes there. */
      parentUrl: z.url({ protocol: /^https$/ }),
      /** Our own page of the same offer. */
      offerPath: z.string().startsWith('/'),
    }),
  },
  errors: ['NOT_FOUND'],
  limit: { points: 60, windowSeconds: 60 },
});

export const CheckoutStatus = z.object({
  status: z.enum(['paid', 'processing', 'failed']),
  productType: ProductType,
  /** Masked, as in `a***@example.com`; null until the provider knows it. */
  email: z.string().nullable(),
  /** What the session charges, a decimal string in major units. Absent from a service older than this field. */
  total: z.object({ amount: z.string(), currency: Currency }).optional(),
  /** The page of the reseller who sells it, as in `/r/acme`: their buyer stays there. Absent where the platform sells. */
  offerPath: z.string().startsWith('/r/').optional(),
});

export const getCheckoutStatus = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/checkout-status',
  priority: 'first',
  summary: 'The payment status of a checkout; the license key is never in it',
  access: 'anyone',
  query: z.object({ session_id: z.string().min(1).max(200) }),
  replies: { 200: CheckoutStatus },
  errors: ['NOT_FOUND'],
  limit: { points: 120, windowSeconds: 60 },
  timeoutSeconds: 20,
});
