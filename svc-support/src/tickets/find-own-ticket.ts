import { DomainError } from '@leadping/service-kit/domain-error';
import type { TicketContext } from './context.ts';
import type { StoredTicket } from './ticket.model.ts';

const KNOWN_ADDRESSES = 20;

/**
 * The ticket of who knows its number and its email. A wrong number and a wrong email answer the same; guessing is
 * slowed down by address, but never an address from which the ticket was read before.
 * @throws {DomainError} NOT_FOUND, RATE_LIMITED
 */
export async function findOwnTicket(
  { tickets, guesses }: TicketContext,
  asked: { ticketNumber: string; email: string; address: string },
): Promise<StoredTicket> {
  const from = guesses.hashOf(asked.address);
  const ticket = await tickets.findOne({ ticketNumber: asked.ticketNumber.trim().toUpperCase() }).lean();
  const isOwner = ticket !== null && ticket.email === asked.email;
  if (isOwner && ticket.knownFrom.includes(from)) return ticket;

  await guesses.refuseGuesser(asked.address);
  if (!isOwner) {
    await guesses.countWrong(asked.address);
    throw new DomainError('NOT_FOUND', 'Invalid email for this ticket');
  }
  await tickets.updateOne(
    { _id: ticket._id },
    { $push: { knownFrom: { $each: [from], $slice: -KNOWN_ADDRESSES } } },
  );
  return ticket;
}
