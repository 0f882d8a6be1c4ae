import type { TicketStatus } from '@leadping/contracts/support/ticket';
import { useSearchParams } from '@leadping/web-kit/router';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';

/** What of the desk is in the address: a colleague who gets the link sees the same. */
export interface DeskAddress {
  search: string;
  status: TicketStatus | undefined;
  page: number;
  /** The ticket whose details are open. */
  ticket: string | undefined;
}

const isStatus = (text: string | null): text is TicketStatus => text !== null && text in STATUS_NAMES;

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
    page: readPage(params.get('page')),
    ticket: params.get('ticket') ?? undefined,
  };

  /** Other filters begin at their first page. Only a ticket or a page that opens is a step to go back from. */
  const go = (change: Partial<DeskAddress>) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if ('search' in change || 'status' in change) after.delete('page');
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined || value === '' || value === 1) after.delete(name);
          else after.set(name, String(value));
        }
        return after;
      },
      { replace: !change.ticket && !change.page },
    );
  };
  return { address, go };
}
