import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { useLogin } from '@leadping/web-kit/session/sign-in';
import { useToast } from '@leadping/web-kit/shell';
import { type FormEvent, useState } from 'react';
import form from '../form/form.module.css';
import { PasswordField } from '../form/password-field.tsx';
import { TextField } from '../form/text-field.tsx';
import styles from './account-page.module.css';
import { loginFailureText } from './failure-text.ts';

export function SignInForm() {
  const toast = useToast();
  const login = useLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (login.isPending) return;
    if (!username.trim() || !password) {
      toast({ title: 'Please fill in all required fields', tone: 'destructive' });
      return;
    }
    try {
      const user = await login.mutateAsync({ username: username.trim(), password });
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
    <form className={form.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        value={username}
        onChange={setUsername}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={login.isPending}>
          {login.isPending ? 'Signing in' : 'Sign in'}
        </button>
        <Link to="/forgot-password">Forgot your password?</Link>
      </div>
      <p className={styles.aside}>
        No account yet? <Link to="/auth?view=create-account">Create account</Link>
      </p>
    </form>
  );
}
