import type { Order } from '@leadping/contracts/commerce/order-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { correctEmail, readLicenses, readOrders } from '../../endpoints.ts';

interface CorrectEmailProps {
  order: Order | undefined;
  onClose: () => void;
}

/** Gives an order the address that its customer has; the license key is sent there. */
export default function CorrectEmail({ order, onClose }: CorrectEmailProps) {
  const shown = useLast(order);
  return (
    <UiProvider>
      <FormDialog isOpen={order !== undefined} title="Correct Customer Email" onClose={onClose}>
        {shown && <EmailForm order={shown} onSaved={onClose} />}
      </FormDialog>
    </UiProvider>
  );
}

function EmailForm({ order, onSaved }: { order: Order; onSaved: () => void }) {
  const toast = useToast();
  const onError = useFailureToast('Update Failed', 'Failed to correct the email address');
  const save = useWrite(correctEmail, {
    invalidates: [readOrders, readLicenses],
    onSuccess: ({ customerEmail }) => {
      toast({
        title: 'Email Corrected',
        description: `The license key is sent to ${customerEmail}`,
        tone: 'success',
      });
      onSaved();
    },
    onError,
  });
  return (
    <ContractForm
      label="Correct Customer Email"
      schema={() =>
        import('../../schemas.ts').then(({ correctResellerOrderEmail }) => correctResellerOrderEmail.body)
      }
      initial={{ customerEmail: order.customerEmail }}
      required={['customerEmail']}
      error={save.error}
      onSubmit={(body) => save.mutate({ params: { id: order.id }, body })}
    >
      <TextField
        name="customerEmail"
        label="Customer email"
        type="email"
        autoComplete="off"
        hint="The license key is sent to this address again."
      />
      <SubmitButton isBusy={save.isPending} busy="Saving">
        Correct Email
      </SubmitButton>
    </ContractForm>
  );
}
