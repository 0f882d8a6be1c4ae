import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import { useToast } from '@leadping/web-kit/shell';
import { type FormEvent, useId, useState } from 'react';
import { sendKeyAgain } from '../../endpoints.ts';
import form from '../contact/form.module.css';
import styles from './resend-key.module.css';

/** Mails a buyer's keys again. The answer is the same whether the address has any. */
export function ResendKey() {
  const toast = useToast();
  const [email, setEmail] = useState('');
  const id = useId();
  const send = useWrite(sendKeyAgain, {
    onSuccess: () => setEmail(''),
    onError: (error) =>
      toast({ title: 'The key was not sent', description: error.message, tone: 'destructive' }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!email.trim()) toast({ title: 'Email required', description: 'Please enter your email address' });
    else send.mutate({ body: { email } });
  };

  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Lost your license key?</h2>
      <p>Enter the email you bought with. If there is a license, its key is on the way within minutes.</p>
      <form className={form.field} onSubmit={onSubmit} noValidate>
        <label htmlFor={id}>Email of the purchase</label>
        <input
          id={id}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className={`${button.secondary} ${button.small}`} disabled={send.isPending}>
          {send.isPending ? 'Sending' : 'Send my key again'}
        </button>
      </form>
      {send.isSuccess && <p role="status">{send.data.message}</p>}
    </section>
  );
}
