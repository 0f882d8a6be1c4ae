import { DomainError } from '@leadping/service-kit/domain-error';
import { Types } from 'mongoose';
import type { SupportContext } from '../context.ts';
import type { StoredTicket } from './ticket.model.ts';

export async function findTicket(
  { tickets }: Pick<SupportContext, 'tickets'>,
  id: string,
): Promise<StoredTicket | null> {
  return isTicketId(id) ? tickets.findById(new Types.ObjectId(id)).lean() : null;
}

/** @throws {DomainError} NOT_FOUND */
export async function getTicket(support: Pick<SupportContext, 'tickets'>, id: string): Promise<StoredTicket> {
  const ticket = await findTicket(support, id);
  if (!ticket) throw ticketNotFound();
  return ticket;
}

/** The customer of a ticket may be anybody until its address is confirmed. @throws {DomainError} NOT_FOUND */
export async function getConfirmedTicket(
  support: Pick<SupportContext, 'tickets'>,
  id: string,
): Promise<StoredTicket> {
  const ticket = await getTicket(support, id);
  if (ticket.confirmedAt) return ticket;
  throw new DomainError('NOT_FOUND', 'The customer has not confirmed this address.');
}

/** @throws {DomainError} NOT_FOUND if the text is not an id */
export function readTicketId(id: string): Types.ObjectId {
  if (!isTicketId(id)) throw ticketNotFound();
  return new Types.ObjectId(id);
}

const isTicketId = (id: string) => /^[0-9a-f]{24}$/.test(id);

const ticketNotFound = () => new DomainError('NOT_FOUND', 'Ticket not found');
