import { canonicalEmail } from '@leadping/contracts/email-address';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { SupportContext } from '../context.ts';
import { readTicketNumber } from './ticket-number.ts';
import type { StoredTicket } from './ticket.model.ts';

/**
 * Finds a ticket by its number and email. The right pair is never refused, even if others behind the same network
 * address guessed before. A wrong number and a wrong email get the same reply, and after too many attempts an error.
 * @throws {DomainError} NOT_FOUND, RATE_LIMITED
 */
export async function findOwnTicket(
  { tickets, throttles }: SupportContext,
  asked: { ticketNumber: string; email: string; address: string },
): Promise<StoredTicket> {
  const ticketNumber = readTicketNumber(asked.ticketNumber);
  const ticket = ticketNumber === null ? null : await tickets.findOne({ ticketNumber }).lean();
  if (ticket?.emailKey === canonicalEmail(asked.email)) return ticket;
  await throttles.countWrong(asked.address);
  throw new DomainError('NOT_FOUND', 'Invalid email for this ticket');
}
