import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IsoDate, lenientName } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { AdminOrder, Order } from './order-routes.ts';

/**
 * A buyer withdraws from a contract (Directive 2011/83/EU, Article 11a), without an account. The reply is the same for
 * every order number and address, so that nobody learns who bought what. If both belong together, the confirmation is
 * mailed to the address of the order.
 */
export const withdraw = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/withdrawals',
  summary: 'Receives the withdrawal of a buyer; the confirmation is emailed',
  access: 'anyone',
  fromTenants: true,
  body: z.object({
    orderNumber: z.string().trim().min(1).max(100),
    email: EmailAddress,
    name: lenientName(200),
  }),
  // The same statement again changes nothing.
  repeatable: true,
  replies: { 202: z.object({ receivedAt: IsoDate }) },
  errors: ['RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 600, exact: true, field: 'orderNumber', maxPerValue: 20 },
});

/** The seller has answered the buyer, so that the request waits no longer. Refunds and revokes nothing. */
const answer = {
  service: 'svc-commerce',
  method: 'POST',
  bodyType: 'none',
  params: z.object({ id: z.string().min(1).max(100) }),
  // The same answer again changes nothing.
  repeatable: true,
  errors: ['NOT_FOUND'],
} as const;

/** Only for the platform's own sales. Resellers answer the buyers of theirs. */
export const answerWithdrawal = defineRoute({
  ...answer,
  path: '/api/admin/orders/:id/withdrawal/answer',
  summary: "Marks the withdrawal from an order of the platform's own as answered",
  access: 'admin',
  replies: { 200: AdminOrder },
});

export const answerResellerWithdrawal = defineRoute({
  ...answer,
  path: '/api/resellers/orders/:id/withdrawal/answer',
  summary: "Marks the withdrawal from the reseller's order as answered",
  access: 'reseller',
  replies: { 200: Order },
});
