import { z } from 'zod';
import { GuardedIdempotencyKey } from '../headers.ts';
import { Currency } from '../money.ts';
import { IsoDate, optional } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { PaidParts } from './order-amounts.ts';
import { ProductType } from './order-events.ts';

const ReturnUrls = {
  /** Must be on our own origin. */
  successUrl: z.url().max(2000),
  /**
   * Must be on our own origin, or on the verified parent's origin of an embedded page. In that case the payment page
   * returns to a page of ours that names the parent's host before the visitor goes there. It returns directly if the
   * reseller has listed the site.
   */
  cancelUrl: z.url().max(2000),
};

/**
 * A discount code of the seller. A code that cannot be used is refused with DISCOUNT_CODE_INVALID, because the buyer
 * expects the lower price. The call without it opens the payment page at the full price.
 */
const code = optional(z.string().max(2000));

/**
 * The exact text of the consent to immediate delivery that the buyer has read and agreed to. Where the seller asks for
 * it, a call without it is refused with CONSENT_REQUIRED. Elsewhere it is ignored.
 */
const deliveryConsent = optional(z.string().max(2000));

const CheckoutStarted = z.object({ url: z.url() });

const CheckoutHeaders = z.object({
  ...GuardedIdempotencyKey,
  /**
   * The origin of the embedding page, which our embedded page has verified (`window.parent` only, https, exact
   * origin). Scripts of other sites cannot set this header. A `cancelUrl` outside our origin must be on it.
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
  body: z.object({ ...ReturnUrls, code, deliveryConsent }),
  replies: { 200: CheckoutStarted },
  errors: [
    'REDIRECT_REFUSED',
    'IDEMPOTENCY_MISMATCH',
    'DISCOUNT_CODE_INVALID',
    'CONSENT_REQUIRED',
    'PAYMENT_NOT_CONFIGURED',
    'PAYMENT_PROVIDER_FAILED',
  ],
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
    code,
    deliveryConsent,
  }),
  replies: { 200: CheckoutStarted },
  errors: [
    'NOT_FOUND',
    'REDIRECT_REFUSED',
    'IDEMPOTENCY_MISMATCH',
    'DISCOUNT_CODE_INVALID',
    'CONSENT_REQUIRED',
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
  body: z.object({ ...ReturnUrls, code }),
  replies: { 200: CheckoutStarted },
  errors: [
    'REDIRECT_REFUSED',
    'IDEMPOTENCY_MISMATCH',
    'DISCOUNT_CODE_INVALID',
    'PAYMENT_NOT_CONFIGURED',
    'PAYMENT_PROVIDER_FAILED',
  ],
  limit: { points: 20, windowSeconds: 60 },
  timeoutSeconds: 20,
});

/** Reads the data of the page between a canceled payment and the embedding page. `id` is in no other reply. */
export const getCheckoutReturn = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/checkout-return',
  summary: 'The embedding page that a given-up checkout was started from',
  access: 'anyone',
  query: z.object({ id: z.string().min(1).max(100) }),
  replies: {
    200: z.object({
      /** An `https` URL on the verified parent origin. Show its host before the visitor goes there. */
      parentUrl: z.url({ protocol: /^https$/ }),
      /** Our own page of the same offer. */
      offerPath: z.string().startsWith('/'),
    }),
  },
  errors: ['NOT_FOUND'],
  limit: { points: 60, windowSeconds: 60 },
});

/**
 * `open`: the payment page waits for the buyer. `processing`: the buyer has finished, and the payment has not arrived.
 * `expired`: the payment page closed unpaid. `disputed`: the bank has reversed the payment until it has decided.
 * `lost`: it decided against the seller.
 */
export const CheckoutState = z.enum([
  'open',
  'processing',
  'expired',
  'failed',
  'paid',
  'partly-refunded',
  'refunded',
  'disputed',
  'lost',
]);
export type CheckoutState = z.infer<typeof CheckoutState>;

export const CheckoutStatus = z.object({
  status: z.enum(['paid', 'processing', 'failed']),
  /** More exact than `status`. Absent in replies of older services. */
  state: CheckoutState.optional(),
  productType: ProductType,
  /** Masked, such as `a***@example.com`. Null until the provider knows it. */
  email: z.string().nullable(),
  /**
   * What the buyer pays, as a decimal string in major units. The price of the offer until the payment is known. Absent
   * in replies of older services.
   */
  total: z.object({ amount: z.string(), currency: Currency }).optional(),
  /** Page of the selling reseller, such as `/r/acme`, so that buyers stay there. Absent if the platform sells. */
  offerPath: z.string().startsWith('/r/').optional(),
  /** Absent until the payment is known. */
  purchase: z
    .object({
      orderNumber: z.string(),
      paidAt: IsoDate,
      seller: z.string(),
      amounts: PaidParts,
      /** Decimal string. `0.00` without a refund. */
      refunded: z.string(),
      /** Path of the receipt. Absent an hour after the payment, because the session id stays in the browser's history. */
      receiptPath: z.string().startsWith('/').optional(),
    })
    .optional(),
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
