import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { PasswordField, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { readSessions, savePassword } from '../../endpoints.ts';

interface ChangePasswordFormProps {
  currentLabel?: string;
  onChanged?: () => void;
}

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

export function ChangePasswordForm({
  currentLabel = 'Current password',
  onChanged,
}: ChangePasswordFormProps) {
  const toast = useToast();
  const onFailure = useFailureToast('Failed to change password');
  const change = useWrite(savePassword, {
    // All others have ended, and this one is new.
    invalidates: [readSessions],
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
        schema={() => import('../../schemas.ts').then((schemas) => schemas.changePassword.body)}
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
