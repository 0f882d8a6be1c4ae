import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Link } from '@leadping/web-kit/router';
import { forgotPassword } from '@leadping/contracts/endpoints/identity/password-reset';
import { LiveAccountPage } from '../features/account/live-account-page.tsx';
import styles from '../features/account/account-page.module.css';
import { failureText } from '../features/account/failure-text.ts';

export default function ForgotPasswordPage() {
  const request = useWrite(forgotPassword);
  if (request.isSuccess) {
    return (
      <LiveAccountPage title="Check your email">
        <output className={form.success}>{request.data.message}</output>
        <p className={styles.aside}>
          Nothing there? Check your spam folder, or <Link to="/support?tab=contact">contact us</Link>.
        </p>
        <Link to="/auth">Back to sign in</Link>
      </LiveAccountPage>
    );
  }
  return (
    <LiveAccountPage
      title="Forgot your password?"
      lead="We email you a link to set a new one. It works once, for an hour."
    >
      <ContractForm
        label="Forgot password"
        schema={() => import('../schemas.ts').then((schemas) => schemas.forgotPassword.body)}
        initial={{ email: '' }}
        onSubmit={({ email }) => request.mutate({ body: { email: email.trim() } })}
      >
        {request.error && (
          <p className={form.failure} role="alert">
            {failureText(request.error, 'Failed to send reset email')}
          </p>
        )}
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <div className={form.actions}>
          <SubmitButton isBusy={request.isPending} busy="Sending">
            Send the link
          </SubmitButton>
          <Link to="/auth">Back to sign in</Link>
        </div>
      </ContractForm>
    </LiveAccountPage>
  );
}
