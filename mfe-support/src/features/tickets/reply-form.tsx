import { failureText, isUnavailable } from '@leadping/web-kit/api/api-error';
import { LabeledCopyButton } from '@leadping/web-kit/dashboard/labeled-copy-button.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import styles from './ticket.module.css';

interface ReplyFormProps {
  /** The ticket takes no more replies. A draft can still be copied, and is editable again if the ticket is reopened. */
  isClosed: boolean;
  isSending: boolean;
  /** The error of the last attempt, if it failed. */
  failure: Error | null;
  /** The draft. The form is cleared with it. */
  draft: string;
  onChange: (message: string) => void;
  onReply: (message: string) => void;
}

export function ReplyForm({ isClosed, isSending, failure, draft, onChange, onReply }: ReplyFormProps) {
  return (
    <div className={styles.reply}>
      <ContractForm
        label="Your reply"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.respondAsCustomer.body)}
        initial={{ message: draft }}
        missing={{ title: 'Message required', description: 'Please enter a message' }}
        onChange={({ message }) => onChange(message)}
        onSubmit={({ message }) => onReply(message)}
      >
        {({ message }) =>
          isClosed ? (
            <Unsent text={message} />
          ) : (
            <>
              <TextField name="message" label="Your reply" rows={5} />
              {failure && message.trim() && <p className={styles.stale}>{describe(failure)}</p>}
              <SubmitButton isBusy={isSending} busy="Sending">
                Send reply
              </SubmitButton>
            </>
          )
        }
      </ContractForm>
    </div>
  );
}

function describe(failure: Error): string {
  return isUnavailable(failure)
    ? 'Your reply may not have been sent. It is safe in the box above. If it does not appear here in a moment, send it again.'
    : `Your reply was not sent. It is safe in the box above. ${failureText(failure, 'Send it again.')}`;
}

function Unsent({ text }: { text: string }) {
  return (
    <>
      <p className={styles.stale} role="alert">
        This ticket was closed, and your reply below was not sent. Copy it, then create a new ticket with it.
      </p>
      <div className={styles.unsent}>
        <p className={styles.text}>{text}</p>
        <LabeledCopyButton text={text} label="Copy your reply" />
      </div>
      <Link to="/support?tab=contact" className={button.primary}>
        Create New Ticket
      </Link>
    </>
  );
}
