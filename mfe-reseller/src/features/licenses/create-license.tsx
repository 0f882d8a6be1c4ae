import { call } from '@leadping/web-kit/api/call';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useMutation, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { createLicense, readLicenses } from '../../endpoints.ts';
import { QuotaNote } from './quota-note.tsx';

const EMPTY = { customerEmail: '', businessName: '', notes: '' };

export function CreateLicense({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isOpen={isOpen} title="Create License" onClose={onClose}>
      <CreateForm onCreated={onClose} />
    </FormDialog>
  );
}

function CreateForm({ onCreated }: { onCreated: () => void }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const onError = useFailureToast('License Creation Failed', 'Failed to create license');
  // However often it is sent, one dialog makes one license.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (body: typeof EMPTY) =>
      call(createLicense, { body, headers: { 'idempotency-key': idempotencyKey } }),
    onSuccess: ({ email }) => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(readLicenses.path),
      });
      toast({ title: 'License Created', description: `Its key is on the way to ${email}`, tone: 'success' });
      onCreated();
    },
    onError,
  });
  return (
    <ContractForm
      label="Create License"
      schema={() =>
        import('../../schemas.ts').then(({ createResellerLicense }) => createResellerLicense.body)
      }
      initial={EMPTY}
      required={['customerEmail']}
      error={create.error}
      onSubmit={(body) => create.mutate(body)}
    >
      {({ customerEmail }) => (
        <>
          <TextField
            name="customerEmail"
            label="Customer email"
            type="email"
            autoComplete="off"
            hint="The license key is emailed here."
          />
          <TextField name="businessName" label="Business name" autoComplete="off" />
          <TextField name="notes" label="Notes" rows={3} hint="Only you see them." />
          <QuotaNote />
          <SubmitButton isBusy={create.isPending} busy="Creating" disabled={customerEmail.trim() === ''}>
            Create License
          </SubmitButton>
        </>
      )}
    </ContractForm>
  );
}
