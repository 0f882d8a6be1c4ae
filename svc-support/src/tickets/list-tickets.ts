import type { listDeskTickets } from '@leadping/contracts/support/ticket-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { trusted, type QueryFilter } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { rankOf, type StoredTicket } from './ticket.model.ts';

/** By status (open, in_progress, resolved, closed), then the most recently updated first. */
export async function listTickets(
  { tickets }: Pick<SupportContext, 'tickets'>,
  { status, customerWaiting, search, limit, skip }: RequestOf<typeof listDeskTickets>['query'],
): Promise<StoredTicket[]> {
  return tickets
    .find({
      ...(status ? { statusRank: rankOf(status) } : {}),
      ...(customerWaiting ? { customerWaiting: true } : {}),
      ...searchFilter(search),
    })
    .sort({ statusRank: 1, updatedAt: -1 })
    .skip(skip)
    .limit(limit)
    .select({ responses: 0, outbox: 0 })
    .lean();
}

function searchFilter(search: string | undefined): QueryFilter<StoredTicket> {
  if (!search) return {};
  const words = search.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const contains = trusted({ $regex: words, $options: 'i' });
  return { $or: ['ticketNumber', 'subject', 'name', 'email'].map((field) => ({ [field]: contains })) };
}
