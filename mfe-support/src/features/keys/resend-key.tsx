import { failureText } from '@leadping/web-kit/api/api-error';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import { Link } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { useId } from 'react';
import { sendKeyAgain } from '../../endpoints.ts';
import styles from './resend-key.module.css';

/** Mails a buyer's keys again. The reply is the same whether the address has any. */
export function ResendKey() {
  const toast = useToast();
  const id = useId();
  const send = useWrite(sendKeyAgain, {
    onError: (error) =>
      toast({ title: 'The key was not sent', description: failureText(error), tone: 'destructive' }),
  });

  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Lost your license key?</h2>
      <p>Enter the email you bought with. If there is a license, its key is on the way within minutes.</p>
      <ContractForm
        label="Send my key again"
        schema={() => import('../../schemas.ts').then(({ resendLicense }) => resendLicense.body)}
        initial={{ email: '' }}
        missing={{ title: 'Email required', description: 'Please enter your email address' }}
        error={send.error}
        onSubmit={(body, reset) => send.mutate({ body }, { onSuccess: reset })}
      >
        <TextField name="email" label="Email of the purchase" type="email" autoComplete="email" />
        <Button htmlType="submit" disabled={send.isPending}>
          {send.isPending ? 'Sending' : 'Send my key again'}
        </Button>
      </ContractForm>
      {send.isSuccess && <p role="status">{send.data.message}</p>}
      <p>
        Leaked key, old browser or new address? <Link to="/my">Open My Leadping</Link>.
      </p>
    </section>
  );
}
