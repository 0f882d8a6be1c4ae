import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { PasswordField, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useTyped } from '@leadping/web-kit/form/still-form.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { Link } from '@leadping/web-kit/router';
import type { User } from '@leadping/contracts/identity/session-routes';
import { ApiError } from '@leadping/web-kit/api/api-error';
import { useForgetOthers, useLogin } from '@leadping/web-kit/session/sign-in';
import { useToast } from '@leadping/web-kit/shell';
import { PasskeySignIn } from '@leadping/web-kit/sign-in/passkey-sign-in.tsx';
import { type RefObject, Suspense, useState } from 'react';
import styles from './account-page.module.css';
import { loginFailureText } from './failure-text.ts';

const SecondStep = reloadable(async () => {
  const { SecondStep: component } = await import('@leadping/web-kit/sign-in/second-step.tsx');
  return { default: component };
});

const FIELDS = ['username', 'password'] as const;

/** @param props `still` is the static form in the document. Text typed there is kept. */
export function SignInForm({ still }: { still?: RefObject<HTMLFormElement | null> }) {
  const typed = useTyped(still, FIELDS);
  const toast = useToast();
  const login = useLogin();
  const become = useForgetOthers();
  const [needsSecondStep, setNeedsSecondStep] = useState(false);
  const welcome = ({ username }: User) =>
    toast({ title: 'Welcome back!', description: `You are logged in as ${username}.`, tone: 'success' });
  const fail = (description: string) => toast({ title: 'Login Failed', description, tone: 'destructive' });
  const onSignedIn = (user: User) => {
    become(user);
    welcome(user);
  };
  const signIn = async (username: string, password: string) => {
    try {
      welcome(await login.mutateAsync({ username, password }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') setNeedsSecondStep(true);
      else fail(loginFailureText(error as Error));
    }
  };

  if (needsSecondStep) {
    return (
      <Suspense>
        <SecondStep onSignedIn={onSignedIn} onStartOver={() => setNeedsSecondStep(false)} />
      </Suspense>
    );
  }
  return (
    <ContractForm
      label="Sign in"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.login.body)}
      initial={typed.values}
      focused={typed.focused}
      onSubmit={({ username, password }) => {
        if (!login.isPending) void signIn(username.trim(), password);
      }}
    >
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <div className={form.actions}>
        <SubmitButton isBusy={login.isPending} busy="Signing in">
          Sign in
        </SubmitButton>
        <Link to="/forgot-password">Forgot your password?</Link>
      </div>
      <p className={styles.aside}>
        No account yet? <Link to="/auth?view=create-account">Create account</Link>
      </p>
      <PasskeySignIn onSignedIn={onSignedIn} onFailed={fail} />
    </ContractForm>
  );
}
