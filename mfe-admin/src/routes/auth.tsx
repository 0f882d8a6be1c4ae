import { setSessionUser, useSession } from '@leadping/web-kit/session/session';
import { useQueryClient } from '@leadping/web-kit/query';
import { Navigate, useSearchParams } from '@leadping/web-kit/router';
import { AccountPage } from '../features/account/account-page.tsx';
import { ChangePasswordForm } from '../features/account/change-password-form.tsx';
import { CreateAccountForm } from '../features/account/create-account-form.tsx';
import { homeOf } from '../features/account/home-of.ts';
import { SignInForm } from '../features/account/sign-in-form.tsx';

export default function AuthPage() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [search] = useSearchParams();
  if (user?.mustChangePassword) {
    return (
      <AccountPage
        title="Choose your password"
        lead="The one that you were sent was only for the first sign-in. Nobody else knows the one that you choose now."
      >
        <ChangePasswordForm
          currentLabel="Password you were sent"
          onChanged={() => setSessionUser(queryClient, { ...user, mustChangePassword: false })}
        />
      </AccountPage>
    );
  }
  if (user) return <Navigate to={homeOf(user)} replace />;
  if (search.get('view') === 'create-account') {
    return (
      <AccountPage title="Create account" lead="Invitation only. You don't need an account to buy.">
        <CreateAccountForm />
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Sign in" lead="For the people who run the platform and for resellers.">
      <SignInForm />
    </AccountPage>
  );
}
