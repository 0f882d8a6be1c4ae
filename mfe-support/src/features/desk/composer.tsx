import type { DeskTicket, TicketResponse, TicketStatus } from '@leadping/contracts/support/ticket';
import { UnsavedChanges } from '@leadping/web-kit/dashboard/unsaved-changes.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import { Button } from '@leadping/web-kit/ui/core';
import { Select } from '@leadping/web-kit/ui/form';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';
import { ColleagueReply } from './colleague-reply.tsx';
import styles from './composer.module.css';
import type { useAnswer } from './use-answer.ts';
import { useDraft } from './use-draft.ts';

const STATUSES = Object.entries(STATUS_NAMES).map(([value, label]) => ({
  value: value as TicketStatus,
  label,
}));

function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

interface ComposerProps {
  ticket: DeskTicket & { responses: TicketResponse[] };
  answer: ReturnType<typeof useAnswer>;
  isChanging: boolean;
  /** Focus the field initially. */
  isWanted: boolean;
  onStatus: (status: TicketStatus) => void;
}

/** The reply and the status, under the conversation that they belong to. */
export function Composer({ ticket, answer, isChanging, isWanted, onStatus }: ComposerProps) {
  const { isSending, error, lastSent, send } = answer;
  // The mutation cache drops a settled reply after its gcTime; the form must not be reset by that.
  const sent = useLast(lastSent);
  const { draft, save } = useDraft(ticket.id, sent);
  const [sentBefore] = useState(sent);
  const form = useRef<HTMLDivElement>(null);
  const isClosed = ticket.status === 'closed';

  useEffect(() => {
    if (isWanted || sent !== sentBefore) form.current?.querySelector('textarea')?.focus();
  }, [isWanted, sent, sentBefore]);

  const submit = ({ message }: { message: string }) => {
    if (!message.trim()) return;
    // The mail is out with the reply, so that nothing is shown before the service has it.
    send(ticket, message);
  };
  const status = (
    <div className={styles.status}>
      <label htmlFor="ticket-status">Status</label>
      <Select
        id="ticket-status"
        options={STATUSES}
        value={ticket.status}
        loading={isChanging}
        disabled={isChanging}
        onChange={onStatus}
      />
      {ticket.status === 'open' && (
        <Button loading={isChanging} onClick={() => onStatus('resolved')}>
          Mark Resolved
        </Button>
      )}
    </div>
  );
  if (isClosed) {
    return (
      <div className={styles.composer}>
        <p className={styles.closed}>This ticket is closed. Reopen it to reply.</p>
        <div className={styles.actions}>{status}</div>
      </div>
    );
  }
  return (
    <div ref={form} className={styles.composer}>
      <UnsavedChanges
        when={draft.trim() !== ''}
        title="Leave without sending your reply?"
        confirmLabel="Leave"
      >
        Your draft stays in this browser tab. You’ll find it when you open the ticket again.
      </UnsavedChanges>
      <ColleagueReply key={`seen-${sent}`} responses={ticket.responses} />
      <ContractForm
        key={sent}
        label="Your reply"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.respondAsStaff.body)}
        initial={{ message: draft }}
        missing={{ title: 'Message required', description: 'Please enter a message' }}
        error={error}
        onChange={({ message }) => save(message)}
        onSubmit={submit}
      >
        <TextField
          name="message"
          label="Your reply"
          rows={4}
          hint={`Emailed to ${ticket.email} and added to the ticket. Ctrl + Enter sends it.`}
          onKeyDown={sendByKeys}
        />
        <div className={styles.actions}>
          {status}
          <Button type="primary" htmlType="submit" disabled={!draft.trim()} loading={isSending}>
            Send Response
          </Button>
        </div>
      </ContractForm>
    </div>
  );
}
