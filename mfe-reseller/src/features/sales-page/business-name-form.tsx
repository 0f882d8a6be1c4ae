import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedChanges } from '@leadping/web-kit/dashboard/unsaved-changes.tsx';
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
    <ContractForm
      label="Business name"
      schema={() => import('../../schemas.ts').then(({ renameBusiness }) => renameBusiness.body)}
      initial={{ businessName }}
      required={['businessName']}
      error={save.error}
      onSubmit={(body) => save.mutate({ body })}
    >
      {(values) => {
        const isChanged = values.businessName.trim() !== businessName;
        return (
          <>
            <UnsavedChanges when={isChanged && !save.isPending} />
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
        );
      }}
    </ContractForm>
  );
}
