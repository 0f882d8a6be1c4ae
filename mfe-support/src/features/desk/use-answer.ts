import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { call, type InputOf } from '@leadping/web-kit/api/call';
import { invalidate } from '@leadping/web-kit/api/hooks';
import { useMutation, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useSyncExternalStore } from 'react';
import { answerTicket, readDesk } from './endpoints.ts';
import { useForgetDraft } from './use-draft.ts';

type Reply = InputOf<typeof answerTicket>;

const REPLIES = [answerTicket.path];

/**
 * The staff's reply to a ticket. A hook's own state covers its last mutation only and ends with the view, so what was
 * sent or is pending is read from the mutation cache.
 */
export function useAnswer(ticketId: string | undefined) {
  const toast = useToast();
  const forgetDraft = useForgetDraft();
  const onError = useFailureToast('Failed to send response');
  const queryClient = useQueryClient();
  const cache = queryClient.getMutationCache();
  const { mutate } = useMutation({
    mutationKey: REPLIES,
    mutationFn: (reply: Reply) => call(answerTicket, reply),
    // Not in `send`, because callbacks of a single call are dropped when its component unmounts.
    onSuccess: (_, { params: { id }, body: { message } }) => {
      invalidate(queryClient, [readDesk]);
      forgetDraft(id, message);
      toast({
        title: 'Response sent successfully',
        description: 'Customer has been notified',
        tone: 'success',
      });
    },
    onError: (error) => {
      onError(error);
      // A colleague's reply is not on the screen yet.
      if (hasStatus(error, 409)) invalidate(queryClient, [readDesk]);
    },
  });

  const repliesTo = (id: string | undefined) =>
    cache.findAll({
      mutationKey: REPLIES,
      // Only this hook uses the key, so the variables are a reply.
      predicate: ({ state }) => (state.variables as Reply | undefined)?.params.id === id,
    });
  const last = useSyncExternalStore(cache.subscribe, () => repliesTo(ticketId).at(-1)?.state);
  const lastSent = useSyncExternalStore(
    cache.subscribe,
    () =>
      repliesTo(ticketId)
        .filter(({ state }) => state.status === 'success')
        .at(-1)?.mutationId,
  );
  return {
    isSending: last?.status === 'pending',
    error: last?.error ?? null,
    /** The mutation of the last successful reply; undefined before the first one and once the cache has dropped it. */
    lastSent,
    /** Does nothing while a reply to the ticket is pending. */
    send: ({ id, updatedAt: seenAt }: Pick<DeskTicket, 'id' | 'updatedAt'>, message: string) => {
      // Not `last`: a form validates asynchronously, so this may be called from an earlier render.
      const isSending = repliesTo(id).some(({ state }) => state.status === 'pending');
      if (!isSending) mutate({ params: { id }, body: { message, seenAt } });
    },
  };
}
