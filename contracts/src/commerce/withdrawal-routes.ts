import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IsoDate, lenientName } from '../primitives.ts';
import { defineRoute } from '../route.ts';

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
