import { ApiError, failureText } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { confirmAddress, readTicket, replyToTicket } from '../../endpoints.ts';
import { afterSending, readReply, saveReply } from './reply-draft.ts';

const POLL_MS = 5000;

const ticketOf = (ticketNumber: string, email: string) =>
  reading(readTicket, { params: { ticketNumber }, query: { email } });

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A ticket behind its email gate. It is looked up once with an email, then read every five seconds. */
export function useTicket(ticketNumber: string) {
  const toast = useToast();
  const { verifiedEmail, isLooking, isRefused, verify } = useEmailGate(ticketNumber);
  const { data, error } = useQuery({
    ...ticketOf(ticketNumber, verifiedEmail ?? ''),
    enabled: verifiedEmail !== undefined,
    // Polling a deleted ticket would soon count as guessing.
    refetchInterval: ({ state }) => !isGone(state.error) && POLL_MS,
  });
  const reply = useWrite(replyToTicket, {
    invalidates: [readTicket],
    onSuccess: (_, { body }) => {
      saveReply(ticketNumber, afterSending(body.message, readReply(ticketNumber)));
      toast({
        title: 'Response added',
        description: 'Your message has been sent to support.',
        tone: 'success',
      });
    },
    onError: (failure) =>
      toast({
        title: 'Failed to send response',
        description: failureText(failure, 'Please try again'),
        tone: 'destructive',
      }),
  });

  return {
    conversation: verifiedEmail === undefined ? undefined : data,
    isGone: isGone(error),
    /** The last read failed for another reason, so the shown data may be old. */
    isStale: error !== null && !isGone(error),
    isLooking,
    isRefused,
    verify,
    isReplying: reply.isPending,
    replyFailure: reply.error,
    /** @param onSent called once the message is stored */
    respond: (message: string, onSent: () => void) => {
      const body = { message, email: verifiedEmail ?? '' };
      reply.mutate({ params: { ticketNumber }, body }, { onSuccess: onSent });
    },
  };
}

function useEmailGate(ticketNumber: string) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [verifiedEmail, setVerifiedEmail] = useState<string>();
  const [isLooking, setIsLooking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const confirm = useWrite(confirmAddress);

  const verify = async (email: string) => {
    setIsLooking(true);
    setIsRefused(false);
    try {
      // Data from an earlier visit prove nothing, because the ticket may have been deleted.
      await queryClient.fetchQuery({ ...ticketOf(ticketNumber, email), staleTime: 0, retry: false });
      setVerifiedEmail(email);
      const secret = new URLSearchParams(location.hash.slice(1)).get('confirm');
      // If the confirmation fails, the link still opens the ticket.
      if (secret) confirm.mutate({ params: { ticketNumber }, body: { email, secret } });
      toast({
        title: 'Email verified',
        description: 'You can now view your ticket details.',
        tone: 'success',
      });
    } catch (error) {
      setIsRefused(isGone(error as Error));
      toast({
        title: 'Verification failed',
        description: failureText(error as Error, 'Invalid email for this ticket'),
        tone: 'destructive',
      });
    } finally {
      setIsLooking(false);
    }
  };

  return { verifiedEmail, isLooking, isRefused, verify: (email: string) => void verify(email) };
}
