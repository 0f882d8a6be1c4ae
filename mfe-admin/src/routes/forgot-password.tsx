import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { requestReset } from '../endpoints.ts';
import { AccountPage } from '../features/account/account-page.tsx';
import styles from '../features/account/account-page.module.css';
import { failureText } from '../features/account/failure-text.ts';
import form from '../features/form/form.module.css';
import { TextField } from '../features/form/text-field.tsx';

export default function ForgotPasswordPage() {
  const toast = useToast();
  const [email, setEmail] = useState('');
  const request = useWrite(requestReset);

  if (request.isSuccess) {
    return (
      <AccountPage title="Check your mail">
        <output className={form.success}>{request.data.message}</output>
        <p className={styles.aside}>
          Nothing there? Look in the spam folder, or <Link to="/support?tab=contact">ask us</Link>.
        </p>
        <Link to="/auth">Back to sign in</Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Forgot your password?"
      lead="We mail you a link with which you set a new one. It works once, for an hour."
    >
      <form
        className={form.form}
        noValidate
        aria-label="Forgot password"
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim()) request.mutate({ body: { email: email.trim() } });
          else toast({ title: 'Please fill in all required fields', tone: 'destructive' });
        }}
      >
        {request.error && (
          <p className={form.failure} role="alert">
            {failureText(request.error, 'Failed to send reset email')}
          </p>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          value={email}
          onChange={setEmail}
        />
        <div className={styles.actions}>
          <button type="submit" className={button.primary} disabled={request.isPending}>
            {request.isPending ? 'Sending' : 'Send the link'}
          </button>
          <Link to="/auth">Back to sign in</Link>
        </div>
      </form>
    </AccountPage>
  );
}
