import type { DeskTicket, TicketStatus } from '@leadping/contracts/support/ticket';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { invalidate, reading, useWrite } from '@leadping/web-kit/api/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useSessionEnd } from '@leadping/web-kit/session/use-session-end';
import { countTickets, readDesk, readDeskTicket, updateTicket } from './endpoints.ts';
import type { DeskAddress } from './use-desk-address.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';

/** Read when the desk becomes visible, and regularly while it is. */
const LIVE = { staleTime: 0, refetchInterval: 5000 };
/** A search reads more than an index, and counts may be older. */
const SLOWER = { ...LIVE, refetchInterval: 15_000 };
const PAGE_SIZE = 20;
/** The banner shows at most this many (specification, signed-in side §9). */
const MAX_URGENT = 3;

/** One page of the list and the tickets with waiting customers, refreshed while the desk is open. */
export function useTickets({ search, status, sort, page }: DeskAddress) {
  // One more than the page size, to find out whether another page follows.
  const searched = { search: search || undefined };
  const query = { ...searched, status, sort, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
  const list = useQuery({
    ...reading(readDesk, { query }),
    ...(search ? SLOWER : LIVE),
    placeholderData: keepPreviousData,
  });
  const urgent = useQuery({
    ...reading(readDesk, { query: { customerWaiting: 'true', limit: MAX_URGENT } }),
    ...LIVE,
  });
  const counts = useQuery({
    ...reading(countTickets, { query: searched }),
    ...SLOWER,
    placeholderData: keepPreviousData,
  });
  useSessionEnd(list.error, urgent.error, counts.error);
  // Both appear together. Otherwise the urgent tickets above the list would push it down.
  const isReady = !urgent.isPending && !list.isPending;
  return {
    isReady,
    tickets: isReady ? list.data?.slice(0, PAGE_SIZE) : undefined,
    hasNext: (list.data?.length ?? 0) > PAGE_SIZE,
    /** The rows belong to the previous search, filter or page. */
    isChanging: list.isPlaceholderData,
    error: isReady ? list.error : null,
    /** Undefined while loading. The filters work without counts. */
    counts: counts.data?.byStatus,
    retry: () => void list.refetch(),
    urgent: (isReady ? (urgent.data ?? []) : [])
      .filter(({ customerWaiting }) => customerWaiting)
      .slice(0, MAX_URGENT),
  };
}

/** A ticket with its conversation, kept until its dialog has closed. */
export function useTicketDetails(open: string | undefined) {
  const id = useLast(open) ?? '';
  const { data, error, refetch } = useQuery({
    ...reading(readDeskTicket, { params: { id } }),
    enabled: open !== undefined,
    ...LIVE,
  });
  useSessionEnd(error);
  return { ticket: data, error, retry: () => void refetch() };
}

export function useStatusChange() {
  const toast = useToast();
  const queryClient = useQueryClient();
  const showFailure = useFailureToast('Failed to update ticket');
  const update = useWrite(updateTicket, {
    invalidates: [readDesk],
    onSuccess: () => toast({ title: 'Ticket updated successfully', tone: 'success' }),
    onError: (error) => {
      showFailure(error);
      // A conflict means that there is a reply that the screen does not show yet.
      if (hasStatus(error, 409)) invalidate(queryClient, [readDesk]);
    },
  });
  return {
    /** The id of the ticket that is being changed. */
    changing: update.isPending ? update.variables?.params.id : undefined,
    change: ({ id, updatedAt: seenAt }: DeskTicket, status: TicketStatus) =>
      update.mutate({ params: { id }, body: { status, seenAt } }),
  };
}
