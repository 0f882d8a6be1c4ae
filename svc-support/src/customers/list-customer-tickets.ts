import { CUSTOMER_LIST_LENGTH, type CustomerTicket } from '@leadping/contracts/support/customer-routes';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { getConfirmedTicket } from '../tickets/find-ticket.ts';
import { showTicket } from '../tickets/show-ticket.ts';

/**
 * The other tickets of a ticket's customer, newest first.
 * @throws {DomainError} NOT_FOUND
 */
export async function listCustomerTickets(
  support: Pick<SupportContext, 'tickets'>,
  ticketId: string,
): Promise<CustomerTicket[]> {
  const { _id, emailKey } = await getConfirmedTicket(support, ticketId);
  const found = await support.tickets
    .find({ emailKey, _id: trusted({ $ne: _id }) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(CUSTOMER_LIST_LENGTH)
    .select({ responses: 0, outbox: 0 })
    .lean();
  return found.map((ticket) => ({
    ...showTicket(ticket),
    id: String(ticket._id),
    customerWaiting: ticket.customerWaiting,
  }));
}
