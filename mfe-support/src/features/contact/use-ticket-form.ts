import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { openTicket } from '../../endpoints.ts';
import { EMPTY_DRAFT, missingFields, type TicketDraft } from './ticket-draft.ts';

/** The success notice is replaced by the tracking path after this long. */
const TRACKING_NOTICE_MS = 2000;
const TRACKING_NOTICE_SHOWN_MS = 10_000;

/** The ticket form's state and its rules. `created` is the number of the last ticket. */
export function useTicketForm() {
  const toast = useToast();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [created, setCreated] = useState<string>();
  const open = useWrite(openTicket, {
    onSuccess: ({ ticketNumber }) => {
      setDraft(EMPTY_DRAFT);
      setCreated(ticketNumber);
      toast({
        title: 'Support ticket created successfully',
        description: `Ticket ${ticketNumber}. You will hear from us ${SUPPORT_REPLY.supportCentre}.`,
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
        description: error.message || 'Failed to create support ticket',
        tone: 'destructive',
      }),
  });

  return {
    draft,
    created,
    isSending: open.isPending,
    change: <Field extends keyof TicketDraft>(field: Field, value: TicketDraft[Field]) =>
      setDraft((before) => ({ ...before, [field]: value })),
    /** Answers the first required field that is empty, or nothing once the ticket is on its way. */
    submit: (): keyof TicketDraft | undefined => {
      const [missing] = missingFields(draft);
      if (missing) {
        toast({ title: 'Please fill in all required fields', tone: 'destructive' });
        return missing;
      }
      const { licenseKey, ...rest } = draft;
      open.mutate({ body: licenseKey.trim() ? { ...rest, licenseKey } : rest });
      return undefined;
    },
  };
}
