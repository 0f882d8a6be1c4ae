import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import styles from './ticket.module.css';

interface ReplyFormProps {
  isSending: boolean;
  onReply: (message: string, onSent: () => void) => void;
}

export function ReplyForm({ isSending, onReply }: ReplyFormProps) {
  return (
    <div className={styles.reply}>
      <ContractForm
        label="Your reply"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.respondAsCustomer.body)}
        initial={{ message: '' }}
        missing={{ title: 'Message required', description: 'Please enter a message' }}
        onSubmit={({ message }, reset) => onReply(message, reset)}
      >
        <TextField name="message" label="Your reply" rows={5} />
        <SubmitButton isBusy={isSending} busy="Sending">
          Send reply
        </SubmitButton>
      </ContractForm>
    </div>
  );
}
