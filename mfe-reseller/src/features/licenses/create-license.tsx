import { useWriteOnce } from '@leadping/web-kit/api/write-once';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { LostReply } from '@leadping/web-kit/dashboard/lost-reply.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
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
  const onError = useFailureToast('License Creation Failed', 'Failed to create license');
  const create = useWriteOnce(createLicense, {
    invalidates: [readLicenses],
    onSuccess: ({ email }) => {
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
      onSubmit={(body) => create.mutate({ body })}
    >
      {({ customerEmail }) => (
        <>
          {create.lost && (
            <LostReply what={`The license for ${create.lost.body.customerEmail}`} button="Create License" />
          )}
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
