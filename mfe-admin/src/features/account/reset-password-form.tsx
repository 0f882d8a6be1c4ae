import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { useState } from 'react';
import { setNewPassword } from '../../endpoints.ts';
import form from '../form/form.module.css';
import { PasswordField } from '../form/password-field.tsx';
import { AccountPage } from './account-page.tsx';
import styles from './account-page.module.css';
import { failureText } from './failure-text.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [fault, setFault] = useState<string>();
  const reset = useWrite(setNewPassword);

  if (reset.isSuccess) {
    return (
      <AccountPage title="Your new password is set">
        <output className={form.success}>{reset.data.message}</output>
        <Link to="/auth">Sign in</Link>
      </AccountPage>
    );
  }
  const failure = fault ?? (reset.error ? failureText(reset.error, 'Failed to reset password') : undefined);
  return (
    <AccountPage title="Set a new password" lead="It ends every session of yours, on every device.">
      <form
        className={form.form}
        noValidate
        aria-label="Reset password"
        onSubmit={(event) => {
          event.preventDefault();
          const found = faultOf(password, confirmation);
          setFault(found);
          if (!found) reset.mutate({ body: { token, newPassword: password } });
        }}
      >
        {failure && (
          <p className={form.failure} role="alert">
            {failure}
          </p>
        )}
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          isNew
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          label="Confirm new password"
          name="confirmation"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
        <div className={styles.actions}>
          <button type="submit" className={button.primary} disabled={reset.isPending}>
            {reset.isPending ? 'Saving' : 'Set password'}
          </button>
          <Link to="/forgot-password">Request a new link</Link>
        </div>
      </form>
    </AccountPage>
  );
}

function faultOf(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Passwords do not match';
  return password.length < 6 ? 'Password must be at least 6 characters long' : undefined;
}
