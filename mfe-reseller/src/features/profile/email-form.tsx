import type { User } from '@leadping/contracts/identity/session-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useQueryClient } from '@leadping/web-kit/query';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { saveEmail } from '../../endpoints.ts';

const NOT_NEW = 'Please enter a new email address';

export function EmailForm({ user }: { user: User }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the email address');
  const save = useWrite(saveEmail, {
    onSuccess: (saved) => {
      setSessionUser(queryClient, saved);
      toast({ title: 'Email Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Email"
        schema={() => import('../../schemas.ts').then(({ changeEmail }) => changeEmail.body)}
        initial={{ email: user.email }}
        required={['email']}
        missing={{ title: NOT_NEW }}
        check={({ email }) => (email.trim() === user.email ? { email: NOT_NEW } : {})}
        error={save.error}
        onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <SubmitButton isBusy={save.isPending} busy="Updating">
          Update Email
        </SubmitButton>
      </ContractForm>
    </UnsavedForm>
  );
}
