import { Link, useSearchParams } from '@leadping/web-kit/router';
import { AccountPage } from '../features/account/account-page.tsx';
import { ResetPasswordForm } from '../features/account/reset-password-form.tsx';
import form from '@leadping/web-kit/form/form.module.css';

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  if (!token) {
    return (
      <AccountPage title="This link does not work">
        <p className={form.failure} role="alert">
          Invalid reset link. Please request a new password reset.
        </p>
        <Link to="/forgot-password">Request a new link</Link>
      </AccountPage>
    );
  }
  return <ResetPasswordForm token={token} />;
}
