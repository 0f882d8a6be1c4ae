import button from '@leadping/web-kit/page/button.module.css';
import { useId, useState } from 'react';
import form from '../contact/form.module.css';
import styles from './ticket.module.css';

interface ReplyFormProps {
  isSending: boolean;
  onReply: (message: string, onSent: () => void) => void;
}

export function ReplyForm({ isSending, onReply }: ReplyFormProps) {
  const [message, setMessage] = useState('');
  const id = useId();
  return (
    <form
      className={styles.reply}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onReply(message, () => setMessage(''));
      }}
    >
      <div className={form.field}>
        <label htmlFor={id}>Your reply</label>
        <textarea
          id={id}
          rows={5}
          maxLength={10_000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <button type="submit" className={button.primary} disabled={isSending}>
        {isSending ? 'Sending' : 'Send reply'}
      </button>
    </form>
  );
}
