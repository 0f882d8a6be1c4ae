import type { Ticket, TicketResponse } from '@leadping/contracts/support/ticket';
import { useMinutely } from '@leadping/web-kit/dashboard/use-minutely.ts';
import { agoText, secondText } from '@leadping/web-kit/page/dates.ts';
import { type Ref, useState } from 'react';
import { afterSending, readReply, saveReply } from './reply-draft.ts';
import { ReplyForm } from './reply-form.tsx';
import { StatusBadge } from './status-badge.tsx';
import styles from './ticket.module.css';

interface ConversationProps {
  heading: Ref<HTMLHeadingElement>;
  ticket: Ticket;
  responses: TicketResponse[];
  isStale: boolean;
  isReplying: boolean;
  replyFailure: Error | null;
  onReply: (message: string, onSent: () => void) => void;
}

const PRIORITIES = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' } as const;

export function Conversation({
  heading,
  ticket,
  responses,
  isStale,
  isReplying,
  replyFailure,
  onReply,
}: ConversationProps) {
  const { ticketNumber } = ticket;
  const [draft, setDraft] = useState(() => readReply(ticketNumber));
  const isClosed = ticket.status === 'closed';
  return (
    <article>
      <p className={styles.number}>{ticketNumber}</p>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {ticket.subject}
      </h1>
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={ticket.status} />
        </dd>
        <dt>Priority</dt>
        <dd>{PRIORITIES[ticket.priority]}</dd>
        <dt>Created</dt>
        <dd>
          <Moment at={ticket.createdAt} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <Moment at={ticket.updatedAt} />
        </dd>
      </dl>
      {isStale && (
        <p className={styles.stale} role="status">
          We can’t load new messages right now. What you see is safe, and we’ll keep trying.
        </p>
      )}
      <p className={styles.message}>{ticket.message}</p>
      <h2 className={styles.heading}>Conversation</h2>
      {responses.length === 0 && isClosed ? null : responses.length === 0 ? (
        <p className={styles.quiet}>No responses yet. Our support team will respond soon.</p>
      ) : (
        <ol className={styles.responses} aria-label="Conversation">
          {responses.map((response) => (
            <Response key={response.id} response={response} />
          ))}
        </ol>
      )}
      {isClosed && draft.trim() === '' ? (
        <p className={styles.quiet}>This ticket is closed. If you need anything else, create a new one.</p>
      ) : (
        <ReplyForm
          isClosed={isClosed}
          isSending={isReplying}
          failure={replyFailure}
          draft={draft}
          onChange={(message) => {
            setDraft(message);
            saveReply(ticketNumber, message);
          }}
          onReply={(message) => onReply(message, () => setDraft((now) => afterSending(message, now)))}
        />
      )}
    </article>
  );
}

function Moment({ at }: { at: string }) {
  const ago = useMinutely(() => agoText(at));
  return (
    <time dateTime={at} title={secondText(at)}>
      {ago}
    </time>
  );
}

function Response({ response }: { response: TicketResponse }) {
  const { isCustomerResponse, respondedBy } = response;
  return (
    <li className={isCustomerResponse ? styles.own : styles.staff}>
      <p className={styles.author}>
        <strong>{isCustomerResponse ? 'You' : (respondedBy?.username ?? 'Support')}</strong>{' '}
        <Moment at={response.createdAt} />
      </p>
      <p className={styles.text}>{response.message}</p>
    </li>
  );
}
