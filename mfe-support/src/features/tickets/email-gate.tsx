import button from '@leadping/web-kit/page/button.module.css';
import { useId, useState } from 'react';
import form from '../contact/form.module.css';
import styles from './ticket.module.css';

interface EmailGateProps {
  ticketNumber: string;
  isLooking: boolean;
  onVerify: (email: string) => void;
}

/** Nothing of a ticket is shown before the e-mail it was made with. */
export function EmailGate({ ticketNumber, isLooking, onVerify }: EmailGateProps) {
  const [email, setEmail] = useState('');
  const id = useId();
  return (
    <form
      className={styles.gate}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onVerify(email);
      }}
    >
      <h1 className={styles.title}>Your ticket</h1>
      <p className={styles.number}>{ticketNumber}</p>
      <div className={form.field}>
        <label htmlFor={id}>Email</label>
        <input
          id={id}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <p className={form.hint}>The one you created the ticket with. It keeps your ticket private.</p>
      </div>
      <button type="submit" className={button.primary} disabled={isLooking}>
        {isLooking ? 'Checking' : 'View ticket'}
      </button>
    </form>
  );
}
