import { mailStatus, ticketCustomer } from '@leadping/contracts/support/requests';
import { mailDeliveries, mailTimeline } from '@leadping/contracts/timeline';
import type { SupportContext } from './context.ts';
import { readDeliveries } from './mails/read-deliveries.ts';
import { readTimeline } from './mails/read-timeline.ts';
import { findTicket } from './tickets/find-ticket.ts';

/** Registers the requests of other services. */
export function registerRequests(support: SupportContext): void {
  support.bus.respond(mailTimeline, (subject) => readTimeline(support, subject));
  support.bus.respond(mailDeliveries, (licenses) => readDeliveries(support, licenses));
  support.bus.respond(ticketCustomer, async ({ ticketId }) => {
    const ticket = await findTicket(support, ticketId);
    return { email: ticket?.confirmedAt ? ticket.email : null };
  });
  // Always true, because this service does not start without a token.
  support.bus.respond(mailStatus, async () => ({ postmarkConfigured: true }));
}
