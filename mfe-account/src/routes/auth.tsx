import { BRAND } from '@leadping/contracts/brand';
import { useAlive } from '@leadping/web-kit/page/use-alive.ts';
import { Navigate, useLocation, useSearchParams } from '@leadping/web-kit/router';
import { returnPath } from '@leadping/web-kit/session/return-path';
import { useSession } from '@leadping/web-kit/session/session';
import { lazy, useRef } from 'react';
import { AccountPage } from '../features/account/account-page.tsx';
import { dashboardPath } from '../features/account/dashboard-path.ts';
import { StillSignIn } from '../features/account/still-sign-in.tsx';

/** Stays in the page's own file. Only the build that prerenders the page leaves it out. */
const AuthForm = lazy(() => import(/* webpackMode: "eager" */ '../features/account/auth-form.tsx'));

const TEXTS = {
  'sign-in': { title: 'Sign in', lead: 'For the people who run the platform and for resellers.' },
  'create-account': { title: 'Create account', lead: "Invitation only. You don't need an account to buy." },
  'change-password': {
    title: 'Choose your password',
    lead: 'The password we sent you was only for the first sign-in. Only you will know the new one.',
  },
  'set-up': {
    title: 'Set up a second factor',
    lead: 'Your account needs more than a password. Add a passkey or an authenticator app to continue.',
  },
};

const META = { path: '/auth', description: `Sign in to the ${BRAND.name} dashboard of your role.` };

export default function AuthPage() {
  const { user } = useSession();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const isAlive = useAlive();
  const still = useRef<HTMLFormElement>(null);
  const hasTask = user?.mustChangePassword || user?.mustSetUpSecondFactor;
  if (user && !hasTask) return <Navigate to={returnPath(state, dashboardPath(user))} replace />;
  const asked = isAlive && search.get('view') === 'create-account' ? 'create-account' : 'sign-in';
  const task = user?.mustChangePassword ? 'change-password' : 'set-up';
  const view = user ? task : asked;
  return (
    <AccountPage {...TEXTS[view]} meta={META}>
      {isAlive ? <AuthForm key={view} view={view} user={user} still={still} /> : <StillSignIn ref={still} />}
    </AccountPage>
  );
}
