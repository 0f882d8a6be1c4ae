import type { TicketSort, TicketStatus } from '@leadping/contracts/support/ticket';
import { useSearchParams } from '@leadping/web-kit/router';
import { keepSort, readKeptSort, readSort } from './kept-sort.ts';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';

/** The part of the desk's state that is in the address, so that a link shows the same to a colleague. */
export interface DeskAddress {
  search: string;
  status: TicketStatus | undefined;
  sort: TicketSort;
  page: number;
  /** The ticket whose details are open. */
  ticket: string | undefined;
  /** The order whose timeline is shown beside the ticket. */
  order: string | undefined;
}

/** Default values, which the address omits. */
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

  /** New filters start at the first page. Only opening a ticket or a page adds a step to the history. */
  const go = (change: Partial<DeskAddress>) => {
    if (change.sort) keepSort(change.sort);
    // Reads the address instead of the last render, because it may have changed a moment ago.
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
