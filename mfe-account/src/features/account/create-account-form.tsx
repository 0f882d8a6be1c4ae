import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { PasswordField, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Link } from '@leadping/web-kit/router';
import { useRegister } from '@leadping/web-kit/session/sign-in';
import { useToast } from '@leadping/web-kit/shell';
import { failureText } from './failure-text.ts';

const EMPTY = { username: '', email: '', password: '' };

export function CreateAccountForm() {
  const toast = useToast();
  const register = useRegister();
  const create = async ({ username, email, password }: typeof EMPTY) => {
    try {
      const user = await register.mutateAsync({ username: username.trim(), email: email.trim(), password });
      toast({
        title: 'Account created!',
        description: `You are logged in as ${user.username}.`,
        tone: 'success',
      });
    } catch (error) {
      const description = failureText(error as Error, 'The account could not be created.');
      toast({ title: 'Registration failed', description, tone: 'destructive' });
    }
  };

  return (
    <ContractForm
      label="Create account"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.register.body)}
      initial={EMPTY}
      error={register.error}
      onSubmit={(values) => {
        if (!register.isPending) void create(values);
      }}
    >
      <TextField
        name="username"
        label="Username"
        hint="At least 3 characters: letters, digits and . _ + - only."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <PasswordField name="password" label="Password" autoComplete="new-password" isNew />
      <div className={form.actions}>
        <SubmitButton isBusy={register.isPending} busy="Creating">
          Create account
        </SubmitButton>
        <Link to="/auth">Sign in instead</Link>
      </div>
    </ContractForm>
  );
}
