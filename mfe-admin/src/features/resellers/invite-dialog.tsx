import { useWrite } from '@leadping/web-kit/api/hooks';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { invite, readResellers } from './endpoints.ts';

interface InviteDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  return (
    <FormDialog isOpen={isOpen} title="Invite reseller" onClose={onClose}>
      <InviteForm onClose={onClose} />
    </FormDialog>
  );
}

const EMPTY = { email: '', businessName: '', contactPerson: '', phone: '', notes: '' };

function InviteForm({ onClose }: Pick<InviteDialogProps, 'onClose'>) {
  const toast = useToast();
  const onError = useFailureToast('Failed to create reseller');
  const create = useWrite(invite, {
    invalidates: [readResellers],
    onSuccess: ({ userEmail }) => {
      toast({
        title: 'Reseller created and invitation sent successfully',
        description: `Their sign-in is on its way to ${userEmail ?? 'them'}.`,
        tone: 'success',
      });
      onClose();
    },
    onError,
  });
  return (
    <ContractForm
      label="Invite reseller"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.inviteReseller.body)}
      initial={EMPTY}
      error={create.error}
      onSubmit={(body) => create.mutate({ body })}
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        hint="Their username and a temporary password are sent to this address."
      />
      <TextField name="businessName" label="Business name" autoComplete="off" />
      <div className={form.pair}>
        <TextField name="contactPerson" label="Contact person" autoComplete="off" />
        <TextField name="phone" label="Phone" type="tel" autoComplete="off" />
      </div>
      <TextField name="notes" label="Notes" rows={3} hint="Only admins see them." />
      <div className={form.actions}>
        <SubmitButton isBusy={create.isPending} busy="Inviting">
          Send invitation
        </SubmitButton>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ContractForm>
  );
}
