import { z } from 'zod';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/** `closed`: an inquiry that ended without a dispute. */
export const DisputeStage = z.enum(['needs-response', 'under-review', 'won', 'lost', 'closed']);
export type DisputeStage = z.infer<typeof DisputeStage>;

/** A dispute about an order, or an inquiry of the bank, which takes no money. */
export const OrderDispute = z.object({
  /** The id at Stripe. */
  id: z.string(),
  isInquiry: z.boolean(),
  stage: DisputeStage,
  /** Stripe's own word, such as `fraudulent`. Null if Stripe did not report it. */
  reason: z.string().nullable(),
  /** Decimal string in major units of `currency`. Both are null if Stripe did not report them. */
  amount: z.string().nullable(),
  currency: Currency.nullable(),
  /** Until when Stripe takes evidence. Null if Stripe did not report it. */
  dueBy: IsoDate.nullable(),
  /** Its page in the seller's Stripe dashboard. */
  stripeUrl: z.url(),
});
export type OrderDispute = z.infer<typeof OrderDispute>;

export const OrderDisputes = z.object({
  /** The one to answer first comes first. */
  disputes: z.array(OrderDispute),
  /** A draft of the evidence as text. Null without a dispute. It is never sent to Stripe. */
  evidence: z.string().nullable(),
  /** Services that did not reply, so that their part of the draft is missing. */
  missing: z.array(z.enum(['svc-licensing', 'svc-support'])),
});
export type OrderDisputes = z.infer<typeof OrderDisputes>;

/** Disputes and inquiries that wait for the seller's answer, the nearest deadline first. At most 100. */
export const OpenDisputes = z.array(
  OrderDispute.extend({ orderId: z.string(), customerEmail: z.string(), isTest: z.boolean() }),
);
export type OpenDisputes = z.infer<typeof OpenDisputes>;

const params = z.object({ id: z.string().min(1).max(100) });

export const listOpenDisputes = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/disputes',
  summary: "Disputes about the platform's own sales that wait for an answer",
  access: 'admin',
  replies: { 200: OpenDisputes },
  errors: [],
});

export const listResellerOpenDisputes = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/disputes',
  summary: "Disputes about the reseller's sales that wait for an answer",
  access: 'reseller',
  replies: { 200: OpenDisputes },
  errors: [],
});

/** Only for the platform's own sales. A reseller answers the disputes of theirs. */
export const getOrderDisputes = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/orders/:id/disputes',
  summary: "The disputes of an order of the platform's own, with a draft of the evidence",
  access: 'admin',
  params,
  replies: { 200: OrderDisputes },
  errors: ['NOT_FOUND'],
});

export const getResellerOrderDisputes = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders/:id/disputes',
  summary: "The disputes of the reseller's order, with a draft of the evidence",
  access: 'reseller',
  params,
  replies: { 200: OrderDisputes },
  errors: ['NOT_FOUND'],
});
