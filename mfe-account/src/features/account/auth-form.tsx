import type { User } from '@leadping/contracts/identity/session-routes';
import { ChangePasswordForm } from '@leadping/web-kit/dashboard/change-password-form.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { useQueryClient } from '@leadping/web-kit/query';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { type RefObject, Suspense } from 'react';
import { CreateAccountForm } from './create-account-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SecondFactorSetUp = reloadable(() => import('./second-factor-set-up.tsx'));

interface AuthFormProps {
  view: 'sign-in' | 'create-account' | 'change-password' | 'set-up';
  user: User | null;
  /** The static form in the document, which this one replaces. */
  still: RefObject<HTMLFormElement | null>;
}

/** The live form of the sign-in page, apart from the page because antd cannot be rendered at build time. */
export default function AuthForm({ view, user, still }: AuthFormProps) {
  const queryClient = useQueryClient();
  return (
    <UiProvider>
      {view === 'sign-in' && <SignInForm still={still} />}
      {view === 'create-account' && <CreateAccountForm />}
      {view === 'change-password' && user && (
        <ChangePasswordForm
          schema={() => import('../../schemas.ts').then((schemas) => schemas.changePassword.body)}
          currentLabel="Password you were sent"
          onChanged={() => setSessionUser(queryClient, { ...user, mustChangePassword: false })}
        />
      )}
      {view === 'set-up' && user && (
        <Suspense>
          <SecondFactorSetUp username={user.username} />
        </Suspense>
      )}
    </UiProvider>
  );
}
