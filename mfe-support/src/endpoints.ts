import type { resendLicense } from '@leadping/contracts/licensing/resend-routes';
import type { createTicket, getTicket, respondAsCustomer } from '@leadping/contracts/support/ticket-routes';
import { endpoint } from '@leadping/web-kit/api/call';

/** The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
export const openTicket = endpoint<typeof createTicket>('POST', '/api/support');
export const readTicket = endpoint<typeof getTicket>('GET', '/api/support/ticket/:ticketNumber');
export const replyToTicket = endpoint<typeof respondAsCustomer>(
  'POST',
  '/api/support/ticket/:ticketNumber/response',
);
export const sendKeyAgain = endpoint<typeof resendLicense>('POST', '/api/license/resend');
