import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import styles from './ticket.module.css';

interface EmailGateProps {
  ticketNumber: string;
  isLooking: boolean;
  onVerify: (email: string) => void;
}

/** Nothing of a ticket is shown before the email it was made with. */
export function EmailGate({ ticketNumber, isLooking, onVerify }: EmailGateProps) {
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
    </div>
  );
}
