import { z } from 'zod';
import { IdempotencyKey } from '../headers.ts';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/**
 * `requested`: the payment provider has not confirmed it yet. `confirmed`: its event has arrived. `failed`: the bank
 * returned the money later. `refused`: the provider refunded nothing.
 */
export const RefundOutcome = z.enum(['requested', 'confirmed', 'failed', 'refused']);
export type RefundOutcome = z.infer<typeof RefundOutcome>;

/** What can be refunded of an order. Amounts are decimal strings in major units of the order's currency. */
export const OrderRefunds = z.object({
  orderId: z.string(),
  currency: Currency,
  /** What the buyer paid, with tax. */
  total: z.string(),
  refunded: z.string(),
  /** What is left to refund. */
  refundable: z.string(),
  /** Why nothing can be refunded now, as a sentence. Null if it can. */
  obstacle: z.string().nullable(),
  /** The refunds that were requested here, newest first. Those made at the provider are only in `refunded`. */
  requests: z.array(
    z.object({
      id: z.string(),
      amount: z.string(),
      requestedAt: IsoDate,
      outcome: RefundOutcome,
      /** Why the provider refused it. */
      reason: z.string().nullable(),
    }),
  ),
});
export type OrderRefunds = z.infer<typeof OrderRefunds>;

/** Decimal string in major units, such as `79.00`. */
const Amount = z.string().trim().min(1).max(20);

const RefundRequest = z.strictObject({
  amount: Amount,
  /**
   * `refunded` as the sender has seen it. If it changed meanwhile, the call is refused, so that two people never refund
   * the same thing twice.
   */
  refunded: Amount,
});

const params = z.object({ id: z.string().min(1).max(100) });

/** The provider is asked twice at most, for 8 seconds each. */
const TIMEOUT_SECONDS = 20;

/**
 * Requests a refund of the whole order or a part. The order changes once the provider's event arrives. Until then the
 * outcome is `requested`, also if the provider did not reply. The request is then sent again.
 */
const refund = {
  service: 'svc-commerce',
  method: 'POST',
  freshSession: true,
  headers: z.object(IdempotencyKey),
  params,
  body: RefundRequest,
  timeoutSeconds: TIMEOUT_SECONDS,
  replies: { 202: OrderRefunds },
  errors: ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'REFUND_REFUSED'],
} as const;

export const getOrderRefunds = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/orders/:id/refunds',
  summary: 'What can be refunded of an order, and the refunds that were requested',
  access: 'admin',
  params,
  replies: { 200: OrderRefunds },
  errors: ['NOT_FOUND'],
});

/** Only for the platform's own sales. A reseller's account at the provider has the money of theirs. */
export const refundOrder = defineRoute({
  ...refund,
  path: '/api/admin/orders/:id/refunds',
  summary: "Refunds an order of the platform's own in full or in part",
  access: 'admin',
});

export const getResellerOrderRefunds = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders/:id/refunds',
  summary: "What can be refunded of the reseller's order, and the refunds that were requested",
  access: 'reseller',
  params,
  replies: { 200: OrderRefunds },
  errors: ['NOT_FOUND'],
});

export const refundResellerOrder = defineRoute({
  ...refund,
  path: '/api/resellers/orders/:id/refunds',
  summary: "Refunds the reseller's order in full or in part",
  access: 'reseller',
});
