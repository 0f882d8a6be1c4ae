import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import styles from './urgent-banner.module.css';

interface UrgentBannerProps {
  tickets: DeskTicket[];
  onOpen: (ticket: DeskTicket) => void;
}

/** The first tickets whose customers wait for a reply, independent of the list's filters. */
export function UrgentBanner({ tickets, onOpen }: UrgentBannerProps) {
  if (tickets.length === 0) return null;
  return (
    <section className={styles.banner} aria-labelledby="urgent">
      <h2 id="urgent">Waiting for a reply</h2>
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <button type="button" onClick={() => onOpen(ticket)}>
              <bdi>{ticket.subject}</bdi>
            </button>
            <span className={styles.who}>
              <bdi>{ticket.name}</bdi>, <Moment at={ticket.waitingSince ?? ticket.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
