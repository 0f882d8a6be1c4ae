import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { setSessionUser, useSession } from '@leadping/web-kit/session/session';
import { verifyEmail } from '@leadping/contracts/endpoints/identity/email-verification';
import form from '@leadping/web-kit/form/form.module.css';
import { LiveAccountPage } from './live-account-page.tsx';
import styles from './account-page.module.css';
import { failureText } from './failure-text.ts';
import { dashboardPath } from './dashboard-path.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * A press confirms the address, because mail programs open links automatically. A signed-out user signs in first, so
 * that a mailbox owner does not confirm an account that somebody else created with their address.
 */
export function VerifyEmail({ token }: { token: string }) {
  const { status, user } = useSession();
  const queryClient = useQueryClient();
  const confirm = useWrite(verifyEmail, { onSuccess: (saved) => setSessionUser(queryClient, saved) });

  if (status === 'loading') return null;
  if (!user) {
    return (
      <LiveAccountPage title="Confirm your email address" lead="Sign in to the account that you set up.">
        <SignInForm />
      </LiveAccountPage>
    );
  }
  if (confirm.isSuccess || user.emailVerified) {
    return (
      <LiveAccountPage title="Your email address is confirmed">
        <output className={form.success}>{user.email} now belongs to your account.</output>
        <Link to={dashboardPath(user)}>Continue</Link>
      </LiveAccountPage>
    );
  }
  return (
    <LiveAccountPage
      title="Confirm your email address"
      lead={`Connect ${user.email} to the account ${user.username}.`}
    >
      {confirm.error && (
        <p className={form.failure} role="alert">
          {failureText(confirm.error, 'Failed to confirm the address')}
        </p>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={button.primary}
          disabled={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {confirm.isPending ? 'Confirming' : 'Confirm email address'}
        </button>
      </div>
    </LiveAccountPage>
  );
}
