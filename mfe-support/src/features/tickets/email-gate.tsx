import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { NEW_TICKET } from './notice.tsx';
import styles from './ticket.module.css';

interface EmailGateProps {
  ticketNumber: string;
  isLooking: boolean;
  /** The last look-up found no ticket with this number and email. */
  isRefused: boolean;
  onVerify: (email: string) => void;
}

/** Nothing of a ticket is shown before the email it was made with. */
export function EmailGate({ ticketNumber, isLooking, isRefused, onVerify }: EmailGateProps) {
  return (
    <div className={styles.gate}>
      <h1 className={styles.title}>Your ticket</h1>
      <p className={styles.number}>{ticketNumber}</p>
      <ContractForm
        label="Your ticket"
        schema={() => import('../../schemas.ts').then(({ getTicket }) => getTicket.query)}
        initial={{ email: '' }}
        missing={{ title: 'Email required', description: 'Please enter your email address' }}
        onSubmit={({ email }) => onVerify(email.trim())}
      >
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="The one you created the ticket with. It keeps your ticket private."
        />
        <SubmitButton isBusy={isLooking} busy="Checking">
          View ticket
        </SubmitButton>
      </ContractForm>
      {isRefused && (
        <section className={styles.refused} aria-labelledby="ticket-refused">
          <h2 id="ticket-refused">Ticket not found</h2>
          <p>No ticket has this number and this email. Check both in the email we sent you.</p>
          <Link to={NEW_TICKET.to} className={button.secondary}>
            {NEW_TICKET.label}
          </Link>
        </section>
      )}
    </div>
  );
}
