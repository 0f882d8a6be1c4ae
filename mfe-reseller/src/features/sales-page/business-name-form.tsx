import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { rename } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';

export function BusinessNameForm() {
  const { businessName } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the business name');
  const save = useWrite(rename, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Business Name Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Business name"
        schema={() => import('../../schemas.ts').then(({ renameBusiness }) => renameBusiness.body)}
        initial={{ businessName }}
        required={['businessName']}
        error={save.error}
        onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
      >
        {(_, isChanged) => (
          <>
            <TextField
              name="businessName"
              label="Business name"
              autoComplete="organization"
              hint="A new name makes a new link. The old one keeps leading to your page."
            />
            <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
              Save
            </SubmitButton>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
