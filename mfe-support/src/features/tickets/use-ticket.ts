import { ApiError } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { useEffect, useState } from 'react';
import { readTicket, replyToTicket } from '../../endpoints.ts';

const POLL_MS = 5000;

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A ticket behind its e-mail gate: first looked up with an e-mail, then read every five seconds. */
export function useTicket(ticketNumber: string) {
  const toast = useToast();
  const [email, setEmail] = useState<string>();
  const [isVerified, setIsVerified] = useState(false);
  const lookup = useQuery({
    ...reading(readTicket, { params: { ticketNumber }, query: { email: email ?? '' } }),
    enabled: email !== undefined,
    retry: false,
    refetchInterval: isVerified ? POLL_MS : false,
  });

  const { isSuccess, error, errorUpdatedAt } = lookup;
  useEffect(() => {
    if (!isSuccess || isVerified) return;
    setIsVerified(true);
    toast({ title: 'Email verified', description: 'You can now view your ticket details.', tone: 'success' });
  }, [isSuccess, isVerified, toast]);
  useEffect(() => {
    if (!error || isVerified) return;
    setEmail(undefined);
    toast({
      title: 'Verification failed',
      description: error.message || 'Invalid email for this ticket',
      tone: 'destructive',
    });
  }, [error, errorUpdatedAt, isVerified, toast]);

  const reply = useWrite(replyToTicket, {
    invalidates: [readTicket],
    onSuccess: () =>
      toast({
        title: 'Response added',
        description: 'Your message has been sent to support.',
        tone: 'success',
      }),
    onError: (failure) =>
      toast({
        title: 'Failed to send response',
        description: failure.message || 'Please try again',
        tone: 'destructive',
      }),
  });

  return {
    conversation: isVerified ? lookup.data : undefined,
    isGone: isVerified && isGone(lookup.error),
    /** The last read failed for another reason; what is shown may be old. */
    isStale: isVerified && lookup.isError && !isGone(lookup.error),
    isLooking: email !== undefined && !isVerified,
    verify: (entered: string) => {
      if (!entered.trim()) {
        toast({
          title: 'Email required',
          description: 'Please enter your email address',
          tone: 'destructive',
        });
        return;
      }
      setEmail(entered.trim());
    },
    isReplying: reply.isPending,
    /** @param onSent called once the message is there, to empty the form */
    respond: (message: string, onSent: () => void) => {
      if (!message.trim()) {
        toast({ title: 'Message required', description: 'Please enter a message', tone: 'destructive' });
        return;
      }
      reply.mutate(
        { params: { ticketNumber }, body: { message, email: email ?? '' } },
        { onSuccess: onSent },
      );
    },
  };
}
