import { mailStatus, ticketCustomer } from '@leadping/contracts/support/requests';
import { mailTimeline } from '@leadping/contracts/timeline';
import type { SupportContext } from './context.ts';
import { readTimeline } from './mails/read-timeline.ts';
import { findTicket } from './tickets/find-ticket.ts';

/** What other services may request. */
export function registerRequests(support: SupportContext): void {
  support.bus.respond(mailTimeline, (subject) => readTimeline(support, subject));
  support.bus.respond(ticketCustomer, async ({ ticketId }) => {
    const ticket = await findTicket(support, ticketId);
    return { email: ticket?.confirmedAt ? ticket.email : null };
  });
  // Without a token this service does not start.
  support.bus.respond(mailStatus, async () => ({ postmarkConfigured: true }));
}
