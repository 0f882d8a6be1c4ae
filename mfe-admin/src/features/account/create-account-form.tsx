import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { useRegister } from '@leadping/web-kit/session/sign-in';
import { useToast } from '@leadping/web-kit/shell';
import { type FormEvent, useState } from 'react';
import form from '../form/form.module.css';
import { PasswordField } from '../form/password-field.tsx';
import { TextField } from '../form/text-field.tsx';
import styles from './account-page.module.css';
import { failureText } from './failure-text.ts';

const EMPTY = { username: '', email: '', password: '' };

export function CreateAccountForm() {
  const toast = useToast();
  const register = useRegister();
  const [draft, setDraft] = useState(EMPTY);
  const fieldOf = (name: keyof typeof EMPTY) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending) return;
    const { username, email, password } = draft;
    if (!username.trim() || !email.trim() || !password) {
      toast({ title: 'Please fill in all required fields', tone: 'destructive' });
      return;
    }
    try {
      const user = await register.mutateAsync({ username: username.trim(), email: email.trim(), password });
      toast({
        title: 'Account created!',
        description: `You are logged in as ${user.username}.`,
        tone: 'success',
      });
    } catch (error) {
      const description = failureText(error as Error, 'The account could not be made.');
      toast({ title: 'Registration failed', description, tone: 'destructive' });
    }
  };

  return (
    <form
      className={form.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Create account"
    >
      <TextField
        label="Username"
        hint="Letters, digits and . _ + - only, 3 or more."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        {...fieldOf('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        {...fieldOf('email')}
      />
      <PasswordField label="Password" autoComplete="new-password" isNew {...fieldOf('password')} />
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={register.isPending}>
          {register.isPending ? 'Creating' : 'Create account'}
        </button>
        <Link to="/auth">Sign in instead</Link>
      </div>
    </form>
  );
}
