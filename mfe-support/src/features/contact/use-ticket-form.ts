import { BRAND } from '@leadping/contracts/brand';
import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import { failureText } from '@leadping/web-kit/api/api-error';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { openTicket } from '../../endpoints.ts';
import { draftKey, saveDraft, type TicketDraft } from './ticket-draft.ts';

/** Delay after which the tracking path replaces the success notice, in ms. */
const TRACKING_NOTICE_MS = 2000;
const TRACKING_NOTICE_SHOWN_MS = 10_000;

/** Sends tickets. `created` is the number of the last one. */
export function useTicketForm() {
  const toast = useToast();
  const [created, setCreated] = useState<string>();
  const [isAnother, setIsAnother] = useState(false);
  const open = useWrite(openTicket, {
    onSuccess: ({ ticketNumber }) => {
      saveDraft(null);
      setCreated(ticketNumber);
      toast({
        title: 'Support ticket created successfully',
        description: `Ticket ${ticketNumber}. You will hear from the ${BRAND.name} team ${SUPPORT_REPLY.supportCenter}.`,
        tone: 'success',
      });
      setTimeout(() => {
        toast({
          title: 'Track your ticket',
          description: `Follow it at /ticket/${ticketNumber}`,
          duration: TRACKING_NOTICE_SHOWN_MS,
        });
      }, TRACKING_NOTICE_MS);
    },
    onError: (error) =>
      toast({
        title: 'Error Creating Ticket',
        description: failureText(error, 'Failed to create support ticket'),
        tone: 'destructive',
      }),
  });

  return {
    created,
    error: open.error,
    isSending: open.isPending,
    /** Whether the form is shown again after a ticket. */
    isAnother,
    writeAnother: () => {
      setCreated(undefined);
      setIsAnother(true);
    },
    // The confirmation replaces the form, so nothing has to be reset.
    send: ({ licenseKey, ...rest }: TicketDraft) =>
      open.mutate({
        headers: { 'idempotency-key': draftKey() },
        body: licenseKey.trim() ? { ...rest, licenseKey } : rest,
      }),
  };
}
