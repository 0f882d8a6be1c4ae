import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import styles from './ticket-dialog.module.css';

interface TicketMessagesProps {
  ticket: DeskTicket & { responses: TicketResponse[] };
}

/** The whole conversation, what the customer wrote first at the top. Text only, whatever is in it. */
export function TicketMessages({ ticket }: TicketMessagesProps) {
  const opening = {
    id: 'opening',
    message: ticket.message,
    isCustomerResponse: true,
    createdAt: ticket.createdAt,
    respondedBy: null,
  };
  return (
    <ol className={styles.messages} aria-label="Conversation">
      {[opening, ...ticket.responses].map(({ id, message, isCustomerResponse, createdAt, respondedBy }) => (
        <li key={id} className={isCustomerResponse ? styles.customer : styles.staff}>
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
  );
}
