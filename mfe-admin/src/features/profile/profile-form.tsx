import type { User } from '@leadping/contracts/identity/session-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { saveProfile } from '../../endpoints.ts';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import form from '../form/form.module.css';
import { TextField } from '../form/text-field.tsx';

export function ProfileForm({ user }: { user: User }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const onFailure = useFailureToast('Failed to update profile');
  const [draft, setDraft] = useState({
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
  });
  const save = useWrite(saveProfile, {
    onSuccess: (saved) => {
      setSessionUser(queryClient, saved);
      toast({ title: 'Profile updated successfully', tone: 'success' });
    },
    onError: onFailure,
  });
  const fieldOf = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });

  return (
    <form
      className={form.form}
      noValidate
      aria-label="Profile"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: draft });
      }}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        {...fieldOf('email')}
      />
      <div className={form.pair}>
        <TextField label="First name" autoComplete="given-name" maxLength={100} {...fieldOf('firstName')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={100} {...fieldOf('lastName')} />
      </div>
      <div>
        <button type="submit" className={button.primary} disabled={save.isPending}>
          {save.isPending ? 'Saving' : 'Save profile'}
        </button>
      </div>
    </form>
  );
}
