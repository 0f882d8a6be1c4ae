import { canonicalEmail, isEmailAddress } from '@leadping/contracts/email-address';
import { TICKET_STATUSES } from '@leadping/contracts/support/ticket';
import type { countDeskTickets, listDeskTickets } from '@leadping/contracts/support/ticket-routes';
import type { ReplyOf, RequestOf } from '@leadping/contracts/route';
import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { searchPattern } from '@leadping/service-kit/data/search-pattern';
import { trusted, type QueryFilter, type SortOrder } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { readTicketNumber } from './ticket-number.ts';
import { rankOf, type StoredTicket } from './ticket.model.ts';

type Query = RequestOf<typeof listDeskTickets>['query'];
type Filter = QueryFilter<StoredTicket>;
type Tickets = Pick<SupportContext, 'tickets'>;

/** A part of the list: the parts, one after the other, are the whole of it in order. */
interface Part {
  filter: Filter;
  sort: Record<string, SortOrder>;
}

const LATEST_FIRST = { updatedAt: -1, _id: -1 } as const;
const PRESSING_FIRST = { deskRank: 1, waitingSince: 1, _id: 1 } as const;
const DAY_MS = 24 * 3_600_000;
/** Days back from now at which the windows end; the last one takes all that is left. */
const WINDOW_ENDS = [2, 16, 128, Infinity];

/**
 * One page of the desk. DocumentDB sorts all documents that an index finds. Years of settled tickets are therefore read
 * in growing windows of time until the page is full. Open tickets are few enough.
 */
export async function listTickets({ tickets }: Tickets, { limit, ...query }: Query): Promise<StoredTicket[]> {
  const found: StoredTicket[] = [];
  let skip = query.skip;
  for (const { filter, sort } of partsOf(query)) {
    if (skip > 0) {
      const count = await tickets.countDocuments(filter);
      if (count <= skip) {
        skip -= count;
        continue;
      }
    }
    const part = await tickets
      .find(filter)
      .sort(sort)
      .skip(skip)
      .limit(limit - found.length)
      .select({ responses: 0, outbox: 0 })
      .lean();
    skip = 0;
    found.push(...part);
    if (found.length >= limit) break;
  }
  return found;
}

export async function countTickets(
  { tickets }: Tickets,
  search: string | undefined,
): Promise<ReplyOf<typeof countDeskTickets>> {
  const searched = searchFilter(search);
  const count = (filter: Filter) => tickets.countDocuments({ ...filter, ...searched });
  const [waiting, ...counts] = await Promise.all([
    count({ customerWaiting: true }),
    ...TICKET_STATUSES.map((status) => count({ statusRank: rankOf(status) })),
  ]);
  const [open = 0, inProgress = 0, resolved = 0, closed = 0] = counts;
  return { byStatus: { open, in_progress: inProgress, resolved, closed }, waiting };
}

function partsOf({ status, customerWaiting, search, sort }: Omit<Query, 'limit' | 'skip'>): Part[] {
  const searched = searchFilter(search);
  if (customerWaiting) {
    const ofStatus = status ? { statusRank: rankOf(status) } : {};
    return [{ filter: { customerWaiting: true, ...ofStatus, ...searched }, sort: PRESSING_FIRST }];
  }
  return (status ? [status] : TICKET_STATUSES).flatMap((one): Part[] => {
    const filter = { statusRank: rankOf(one), ...searched };
    const isActive = one === 'open' || one === 'in_progress';
    if (isActive && sort === 'pressing') return [{ filter, sort: PRESSING_FIRST }];
    if (search) return [{ filter, sort: LATEST_FIRST }];
    return windowsBackFrom(Date.now()).map((updatedAt) => ({
      filter: { ...filter, updatedAt },
      sort: LATEST_FIRST,
    }));
  });
}

/** The first one has no beginning: a ticket is dated by the instance that changed it, whose clock may be ahead of ours. */
function windowsBackFrom(now: number) {
  return WINDOW_ENDS.map((days, index) =>
    trusted({
      ...(index === 0 ? {} : { $lt: new Date(now - (WINDOW_ENDS[index - 1] ?? 0) * DAY_MS) }),
      ...(days === Infinity ? {} : { $gte: new Date(now - days * DAY_MS) }),
    }),
  );
}

function searchFilter(search: string | undefined): Filter {
  if (!search) return {};
  const number = readTicketNumber(search);
  if (number !== null) return { ticketNumber: trusted({ $regex: `^${escapeRegExp(number)}` }) };
  if (isEmailAddress(search)) return { emailKey: canonicalEmail(search) };
  const contains = trusted({ $regex: searchPattern(search), $options: 'i' });
  return { $or: ['ticketNumber', 'subject', 'name', 'email'].map((field) => ({ [field]: contains })) };
}
