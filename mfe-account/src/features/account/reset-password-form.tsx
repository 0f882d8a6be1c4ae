import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { PasswordField, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Link } from '@leadping/web-kit/router';
import { resetPassword } from '@leadping/contracts/endpoints/identity/password-reset';
import { LiveAccountPage } from './live-account-page.tsx';
import { failureText } from './failure-text.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useWrite(resetPassword);
  if (reset.isSuccess) {
    return (
      <LiveAccountPage title="Your new password is set">
        <output className={form.success}>{reset.data.message}</output>
        <Link to="/auth">Sign in</Link>
      </LiveAccountPage>
    );
  }
  return (
    <LiveAccountPage title="Set a new password" lead="This signs you out on every device.">
      <ContractForm
        label="Reset password"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.resetPassword.body)}
        initial={{ newPassword: '', confirmation: '' }}
        required={['confirmation']}
        check={({ newPassword, confirmation }) =>
          newPassword === confirmation ? {} : { confirmation: 'Passwords do not match' }
        }
        onSubmit={({ newPassword }) => reset.mutate({ body: { token, newPassword } })}
      >
        {reset.error && (
          <p className={form.failure} role="alert">
            {failureText(reset.error, 'Failed to reset password')}
          </p>
        )}
        <PasswordField name="newPassword" label="New password" autoComplete="new-password" isNew />
        <PasswordField name="confirmation" label="Confirm new password" autoComplete="new-password" />
        <div className={form.actions}>
          <SubmitButton isBusy={reset.isPending} busy="Saving">
            Set password
          </SubmitButton>
          <Link to="/forgot-password">Request a new link</Link>
        </div>
      </ContractForm>
    </LiveAccountPage>
  );
}
