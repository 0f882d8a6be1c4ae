import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { exportPersonalData } from './privacy-routes.ts';
import { Ticket } from './ticket.ts';

const own = { service: 'svc-support', access: 'customer' } as const;

/** Without the messages: the ticket's own page has them. */
export const OwnTicket = Ticket.pick({
  ticketNumber: true,
  subject: true,
  status: true,
  createdAt: true,
  updatedAt: true,
});
export type OwnTicket = z.infer<typeof OwnTicket>;

export const listOwnTickets = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/my/tickets',
  summary: "The tickets of the customer's address, newest first",
  replies: { 200: z.array(OwnTicket) },
  errors: ['UNAUTHENTICATED'],
});

/** Fails if any service does not reply, because an export must be complete. */
export const exportOwnData = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/my/export',
  summary: "Exports everything that is stored about the customer's address",
  timeoutSeconds: 30,
  replies: { 200: exportPersonalData.replies[200].omit({ obstacles: true }) },
  errors: ['UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 60 },
});

export const eraseOwnData = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/my/erasure',
  summary:
    'Removes the customer from all services and ends the session; licenses keep working without an owner',
  timeoutSeconds: 30,
  /** The address once more, so that no stray press erases anything. */
  body: z.strictObject({ confirmedEmail: z.string().trim().max(254) }),
  replies: { 202: z.object({ id: z.string(), requestedAt: IsoDate }) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'CONFLICT', 'UNAVAILABLE', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 60 },
});
