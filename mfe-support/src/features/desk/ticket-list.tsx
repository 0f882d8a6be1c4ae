import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Button, Tag } from '@leadping/web-kit/ui/core';
import { PRIORITY_NAMES } from '../contact/ticket-draft.ts';
import { StatusBadge } from '../tickets/status-badge.tsx';
import { SelectTicket } from './select-many/select-ticket.tsx';
import type { Selection } from './select-many/use-selection.ts';
import styles from './ticket-list.module.css';

interface TicketListProps {
  tickets: DeskTicket[];
  isChanging: boolean;
  /** The ticket whose status is being changed. */
  changing: string | undefined;
  selection: Selection;
  onOpen: (ticket: DeskTicket) => void;
  onReply: (ticket: DeskTicket) => void;
  onResolve: (ticket: DeskTicket) => void;
}

export function TicketList({ tickets, isChanging, ...row }: TicketListProps) {
  return (
    <ul className={styles.list} aria-label="Tickets" aria-busy={isChanging}>
      {tickets.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} {...row} />
      ))}
    </ul>
  );
}

type TicketRowProps = Omit<TicketListProps, 'tickets' | 'isChanging'> & { ticket: DeskTicket };

function TicketRow({ ticket, changing, selection, onOpen, onReply, onResolve }: TicketRowProps) {
  const {
    id,
    subject,
    name,
    email,
    ticketNumber,
    status,
    priority,
    customerWaiting,
    updatedAt,
    waitingSince,
  } = ticket;
  const subjectId = `ticket-${id}`;
  return (
    <li className={styles.row} data-waiting={customerWaiting}>
      <SelectTicket ticket={ticket} selection={selection} />
      <div className={styles.what}>
        <p className={styles.head}>
          <button id={subjectId} type="button" className={styles.subject} onClick={() => onOpen(ticket)}>
            <bdi>{subject}</bdi>
          </button>
          {customerWaiting && <Tag color="warning">Customer Waiting</Tag>}
          {priority === 'urgent' && <Tag color="error">{PRIORITY_NAMES[priority]}</Tag>}
          {priority === 'high' && <Tag>{PRIORITY_NAMES[priority]}</Tag>}
        </p>
        <p className={styles.who}>
          <bdi>{name}</bdi> <span>{email}</span> <code>{ticketNumber}</code>
        </p>
      </div>
      <div className={styles.state}>
        <StatusBadge status={status} />
        {waitingSince ? (
          <span className={styles.waits}>
            wrote <Moment at={waitingSince} />
          </span>
        ) : (
          <Moment at={updatedAt} />
        )}
      </div>
      <div className={styles.actions}>
        {status === 'open' && (
          <Button
            type="text"
            aria-describedby={subjectId}
            loading={changing === id}
            onClick={() => onResolve(ticket)}
          >
            Mark Resolved
          </Button>
        )}
        {status !== 'closed' && (
          <Button aria-describedby={subjectId} onClick={() => onReply(ticket)}>
            Reply
          </Button>
        )}
      </div>
    </li>
  );
}
