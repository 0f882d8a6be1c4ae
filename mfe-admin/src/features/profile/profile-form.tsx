import type { User } from '@leadping/contracts/identity/session-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { saveProfile } from '../../endpoints.ts';

export function ProfileForm({ user }: { user: User }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const onFailure = useFailureToast('Failed to update profile');
  const save = useWrite(saveProfile, {
    onSuccess: (saved) => {
      setSessionUser(queryClient, saved);
      toast({ title: 'Profile updated successfully', tone: 'success' });
    },
    onError: onFailure,
  });
  const { email, firstName, lastName } = user;

  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Profile"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.updateProfile.body)}
        initial={{ email, firstName, lastName }}
        error={save.error}
        onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <div className={form.pair}>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <SubmitButton isBusy={save.isPending} busy="Saving">
          Save profile
        </SubmitButton>
      </ContractForm>
    </UnsavedForm>
  );
}
