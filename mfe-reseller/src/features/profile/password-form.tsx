import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { PasswordField, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { readSessions, savePassword } from '../../endpoints.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

export function PasswordForm() {
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to change the password');
  // All other sessions have ended, and this one is new.
  const save = useWrite(savePassword, { invalidates: [readSessions], onError: onFailure });
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Password"
        schema={() => import('../../schemas.ts').then(({ changePassword }) => changePassword.body)}
        initial={EMPTY}
        required={['currentPassword', 'newPassword', 'confirmation']}
        missing={{ title: 'Please fill in all password fields' }}
        check={({ newPassword, confirmation }) =>
          newPassword === confirmation ? {} : { confirmation: 'New passwords do not match' }
        }
        error={save.error}
        onSubmit={({ currentPassword, newPassword }, reset) =>
          save.mutate(
            { body: { currentPassword, newPassword } },
            {
              onSuccess: () => {
                toast({ title: 'Password Updated', tone: 'success' });
                reset();
              },
            },
          )
        }
      >
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        <PasswordField name="newPassword" label="New password" autoComplete="new-password" isNew />
        <PasswordField name="confirmation" label="Confirm new password" autoComplete="new-password" />
        <SubmitButton isBusy={save.isPending} busy="Changing">
          Change Password
        </SubmitButton>
      </ContractForm>
    </UnsavedForm>
  );
}
