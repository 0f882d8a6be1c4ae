import type { TicketSort, TicketStatus } from '@leadping/contracts/support/ticket';
import { useSearchParams } from '@leadping/web-kit/router';
import { keepSort, readKeptSort, readSort } from './kept-sort.ts';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';

/** What of the desk is in the address: a colleague who gets the link sees the same. */
export interface DeskAddress {
  search: string;
  status: TicketStatus | undefined;
  sort: TicketSort;
  page: number;
  /** The ticket whose details are open. */
  ticket: string | undefined;
  /** The order whose timeline stands beside the ticket. */
  order: string | undefined;
}

/** What the address leaves out, besides what is not set. */
const DEFAULTS: Record<string, unknown> = { search: '', sort: 'updated', page: 1 };

const isStatus = (text: string | null): text is TicketStatus =>
  text !== null && Object.hasOwn(STATUS_NAMES, text);

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1;
}

export function useDeskAddress() {
  const [params, setParams] = useSearchParams();
  const status = params.get('status');
  const address: DeskAddress = {
    search: params.get('search') ?? '',
    status: isStatus(status) ? status : undefined,
    sort: readSort(params.get('sort')) ?? readKeptSort(),
    page: readPage(params.get('page')),
    ticket: params.get('ticket') ?? undefined,
    order: params.get('order') ?? undefined,
  };

  /** Other filters begin at their first page. Only a ticket or a page that opens is a step to go back from. */
  const go = (change: Partial<DeskAddress>) => {
    if (change.sort) keepSort(change.sort);
    // Of the address, not of the last render: what was changed a moment ago is in it already.
    const after = new URLSearchParams(location.search);
    if ('search' in change || 'status' in change || 'sort' in change) after.delete('page');
    if ('ticket' in change) after.delete('order');
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined || value === DEFAULTS[name]) after.delete(name);
      else after.set(name, String(value));
    }
    setParams(after, { replace: !change.ticket && !change.page && !change.order });
  };
  return { address, go };
}
