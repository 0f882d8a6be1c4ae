import { changePassword } from '@leadping/contracts/endpoints/identity/account';
import { listOwnSessions } from '@leadping/contracts/endpoints/identity/own-session';
import { useToast } from '@leadping/web-kit/shell';
import { useWrite } from '../api/hooks.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { PasswordField, SubmitButton } from '../form/fields.tsx';
import type { LoadSchema } from '../form/schema-facts.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { UnsavedForm } from './unsaved-form.tsx';

interface ChangePasswordFormProps {
  schema: LoadSchema;
  currentLabel?: string;
  onChanged?: () => void;
}

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

export function ChangePasswordForm({
  schema,
  currentLabel = 'Current password',
  onChanged,
}: ChangePasswordFormProps) {
  const toast = useToast();
  const onFailure = useFailureToast('Failed to change password');
  const change = useWrite(changePassword, {
    // The server ended all other sessions and renewed this one.
    invalidates: [listOwnSessions],
    onSuccess: () => {
      toast({ title: 'Password changed successfully', tone: 'success' });
      onChanged?.();
    },
    onError: onFailure,
  });

  return (
    <UnsavedForm isSaving={change.isPending}>
      <ContractForm
        label="Change password"
        schema={schema}
        initial={EMPTY}
        required={['confirmation']}
        check={({ newPassword, confirmation }) =>
          newPassword === confirmation ? {} : { confirmation: "Passwords don't match" }
        }
        missing={{ title: 'Please fill in all password fields' }}
        error={change.error}
        onSubmit={({ currentPassword, newPassword }, reset) =>
          change.mutate({ body: { currentPassword, newPassword } }, { onSuccess: reset })
        }
      >
        <PasswordField name="currentPassword" label={currentLabel} autoComplete="current-password" />
        <PasswordField name="newPassword" label="New password" autoComplete="new-password" isNew />
        <PasswordField name="confirmation" label="Confirm new password" autoComplete="new-password" />
        <SubmitButton isBusy={change.isPending} busy="Changing">
          Change password
        </SubmitButton>
      </ContractForm>
    </UnsavedForm>
  );
}
