import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Button } from '@leadping/web-kit/ui/core';
import { useRef } from 'react';
import styles from './ticket-dialog.module.css';

interface TicketMessagesProps {
  ticket: DeskTicket & { responses: TicketResponse[] };
}

/** Fewer fit below the ticket's facts. */
const LONG_CONVERSATION = 4;

/** The whole conversation, oldest message first, always as plain text. */
export function TicketMessages({ ticket }: TicketMessagesProps) {
  const opening = {
    id: 'opening',
    message: ticket.message,
    isCustomerResponse: true,
    createdAt: ticket.createdAt,
    respondedBy: null,
  };
  const messages = [opening, ...ticket.responses];
  const latest = useRef<HTMLLIElement>(null);
  return (
    <>
      {messages.length >= LONG_CONVERSATION && (
        <Button type="link" className={styles.latest} onClick={() => latest.current?.focus()}>
          Go to the latest message
        </Button>
      )}
      <ol className={styles.messages} aria-label="Conversation">
        {messages.map(({ id, message, isCustomerResponse, createdAt, respondedBy }, index) => (
          <li
            key={id}
            ref={index === messages.length - 1 ? latest : null}
            tabIndex={-1}
            className={isCustomerResponse ? styles.customer : styles.staff}
          >
            <p className={styles.author}>
              <bdi>{isCustomerResponse ? ticket.name : (respondedBy?.username ?? 'Support')}</bdi>{' '}
              <Moment at={createdAt} />
            </p>
            <p className={styles.text} dir="auto">
              {message}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
