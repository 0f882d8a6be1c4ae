import button from '@leadping/web-kit/page/button.module.css';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { savePassword } from '../../endpoints.ts';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import form from '../form/form.module.css';
import { PasswordField } from '../form/password-field.tsx';
import { EMPTY_PASSWORDS, passwordFault, type PasswordDraft } from './password-draft.ts';

interface ChangePasswordFormProps {
  currentLabel?: string;
  onChanged?: () => void;
}

export function ChangePasswordForm({
  currentLabel = 'Current password',
  onChanged,
}: ChangePasswordFormProps) {
  const toast = useToast();
  const onFailure = useFailureToast('Failed to change password');
  const [draft, setDraft] = useState(EMPTY_PASSWORDS);
  const change = useWrite(savePassword, {
    onSuccess: () => {
      toast({ title: 'Password changed successfully', tone: 'success' });
      setDraft(EMPTY_PASSWORDS);
      onChanged?.();
    },
    onError: onFailure,
  });
  const fieldOf = (name: keyof PasswordDraft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });

  return (
    <form
      className={form.form}
      noValidate
      aria-label="Change password"
      onSubmit={(event) => {
        event.preventDefault();
        const fault = passwordFault(draft);
        if (fault) toast({ title: fault, tone: 'destructive' });
        else change.mutate({ body: { currentPassword: draft.current, newPassword: draft.next } });
      }}
    >
      <PasswordField label={currentLabel} autoComplete="current-password" {...fieldOf('current')} />
      <PasswordField label="New password" autoComplete="new-password" isNew {...fieldOf('next')} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...fieldOf('confirmation')} />
      <div>
        <button type="submit" className={button.primary} disabled={change.isPending}>
          {change.isPending ? 'Changing' : 'Change password'}
        </button>
      </div>
    </form>
  );
}
