import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import type { Ref } from 'react';
import styles from './ticket.module.css';

/** The link to a new ticket, shown if a ticket does not exist. */
export const NEW_TICKET = { to: '/support?tab=contact', label: 'Create New Ticket' };

interface NoticeProps {
  /** Set if the notice replaces content that was being read. */
  heading?: Ref<HTMLHeadingElement>;
  title: string;
  text: string;
  link: { to: string; label: string };
}

/** There is nothing to show, and this is the way on. */
export function Notice({ heading, title, text, link }: NoticeProps) {
  return (
    <div className={styles.gate}>
      <h1 ref={heading} tabIndex={heading ? -1 : undefined} className={styles.title}>
        {title}
      </h1>
      <p>{text}</p>
      <Link to={link.to} className={button.primary}>
        {link.label}
      </Link>
    </div>
  );
}
