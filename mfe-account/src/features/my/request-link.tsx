import { requestCustomerLink } from '@leadping/contracts/endpoints/identity/customer-session';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Link } from '@leadping/web-kit/router';
import { LiveAccountPage } from '../account/live-account-page.tsx';
import styles from '../account/account-page.module.css';
import { failureText } from '../account/failure-text.ts';

export function RequestLink() {
  const request = useWrite(requestCustomerLink);
  if (request.isSuccess) {
    return (
      <LiveAccountPage title="Check your email">
        <output className={form.success}>{request.data.message}</output>
        <p className={styles.aside}>
          Nothing after some minutes? Check your spam folder and try the address you paid with, or{' '}
          <Link to="/support?tab=contact">contact us</Link>.
        </p>
        <div className={styles.actions}>
          <button type="button" className={styles.plain} onClick={() => request.reset()}>
            Try another address
          </button>
        </div>
      </LiveAccountPage>
    );
  }
  return (
    <LiveAccountPage
      title="My Leadping"
      lead="See your license keys, browsers and orders, replace a leaked key or change your address. No password needed: we email you a link."
    >
      <ContractForm
        label="My Leadping"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.requestCustomerLink.body)}
        initial={{ email: '' }}
        onSubmit={({ email }) => request.mutate({ body: { email: email.trim() } })}
      >
        {request.error && (
          <p className={form.failure} role="alert">
            {failureText(request.error, 'The link was not sent. Please try again.')}
          </p>
        )}
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="The address you bought with or wrote to us from."
        />
        <SubmitButton isBusy={request.isPending} busy="Sending">
          Email me a link
        </SubmitButton>
      </ContractForm>
    </LiveAccountPage>
  );
}
