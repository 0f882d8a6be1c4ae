import type { TicketStatus } from '@leadping/contracts/support/ticket';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { keepPreviousData, useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useEffect } from 'react';
import { answerTicket, readDesk, readDeskTicket, updateTicket } from './endpoints.ts';
import type { DeskAddress } from './use-desk-address.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';

/** Read when it comes into sight, and again and again while it is. */
const LIVE = { staleTime: 0, refetchInterval: 5000 };
const PAGE_SIZE = 20;
/** The banner shows at most this many (specification, signed-in side §9). */
const MAX_URGENT = 3;

/** A read that finds the session over says so and leads to the sign-in page; other failures are shown in place. */
function useSessionEnd(...errors: (Error | null)[]) {
  const onFailure = useFailureToast('');
  const over = errors.find((error) => hasStatus(error, 401));
  useEffect(() => {
    if (over) onFailure(over);
  }, [over, onFailure]);
}

/** One page of the list and the tickets whose customers wait, kept fresh while the desk is open. */
export function useTickets({ search, status, page }: DeskAddress) {
  // One more than the page holds tells whether another page follows.
  const query = { search: search || undefined, status, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
  const list = useQuery({
    ...reading(readDesk, { query }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
  const urgent = useQuery({
    ...reading(readDesk, { query: { customerWaiting: 'true', limit: MAX_URGENT } }),
    ...LIVE,
  });
  useSessionEnd(list.error, urgent.error);
  return {
    tickets: list.data?.slice(0, PAGE_SIZE),
    hasNext: (list.data?.length ?? 0) > PAGE_SIZE,
    /** What is shown belongs to the search, filter or page before. */
    isChanging: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
    urgent: (urgent.data ?? []).filter(({ customerWaiting }) => customerWaiting).slice(0, MAX_URGENT),
  };
}

/** A ticket with its conversation while one is open, and until its dialog is gone. */
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
  const onError = useFailureToast('Failed to update ticket');
  const update = useWrite(updateTicket, {
    invalidates: [readDesk],
    onSuccess: () => toast({ title: 'Ticket updated successfully', tone: 'success' }),
    onError,
  });
  return {
    /** The ticket that is being changed. */
    changing: update.isPending ? update.variables?.params.id : undefined,
    change: (id: string, status: TicketStatus) => update.mutate({ params: { id }, body: { status } }),
  };
}

export function useAnswer() {
  const toast = useToast();
  const onError = useFailureToast('Failed to send response');
  const answer = useWrite(answerTicket, {
    invalidates: [readDesk],
    onSuccess: () =>
      toast({
        title: 'Response sent successfully',
        description: 'Customer has been notified',
        tone: 'success',
      }),
    onError,
  });
  return {
    isSending: answer.isPending,
    error: answer.error,
    send: (id: string, message: string, onSent: () => void) =>
      answer.mutate({ params: { id }, body: { message } }, { onSuccess: onSent }),
  };
}
