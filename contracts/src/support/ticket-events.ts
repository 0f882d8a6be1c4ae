import { z } from 'zod';
import { defineEvent } from '../event.ts';

const ticket = { ticketNumber: z.string(), subject: z.string(), name: z.string(), email: z.string() };

export const ticketCreated = defineEvent({
  producer: 'svc-support',
  subject: 'support.ticket.created',
  version: 1,
  payload: z.object({
    ...ticket,
    message: z.string(),
    priority: z.string(),
    /** Whether the customer gets a mail about it. Absent in older events. */
    isConfirmed: z.boolean().default(true),
  }),
});

export const ticketReplied = defineEvent({
  producer: 'svc-support',
  subject: 'support.ticket.replied',
  version: 1,
  payload: z.object({ ...ticket, responseId: z.string(), message: z.string(), fromCustomer: z.boolean() }),
});
