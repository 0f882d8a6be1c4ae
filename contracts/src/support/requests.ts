import { z } from 'zod';
import { defineRequest } from '../event.ts';

/** The confirmed address of a ticket. Null if the ticket does not exist or its address is not confirmed. */
export const ticketCustomer = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.ticket-customer',
  request: z.object({ ticketId: z.string().max(100) }),
  reply: z.object({ email: z.string().nullable() }),
});

/** Whether mails can go out, for the admin's settings page. */
export const mailStatus = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.mail-status',
  request: z.object({}),
  reply: z.object({ postmarkConfigured: z.boolean() }),
});
