import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { PasswordField, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Link } from '@leadping/web-kit/router';
import { useLogin } from '@leadping/web-kit/session/sign-in';
import { useToast } from '@leadping/web-kit/shell';
import styles from './account-page.module.css';
import { loginFailureText } from './failure-text.ts';

export function SignInForm() {
  const toast = useToast();
  const login = useLogin();
  const signIn = async (username: string, password: string) => {
    try {
      const user = await login.mutateAsync({ username, password });
      toast({
        title: 'Welcome back!',
        description: `You are logged in as ${user.username}.`,
        tone: 'success',
      });
    } catch (error) {
      toast({ title: 'Login Failed', description: loginFailureText(error as Error), tone: 'destructive' });
    }
  };

  return (
    <ContractForm
      label="Sign in"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.login.body)}
      initial={{ username: '', password: '' }}
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
    </ContractForm>
  );
}
