import { requestAddressChange } from '@leadping/contracts/endpoints/identity/customer-session';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useMyFailure } from './session.ts';

export function MyAddress({ email }: { email: string }) {
  const onError = useMyFailure('The change was not requested');
  const request = useWrite(requestAddressChange, { onError });
  return (
    <Panel
      title="Change address"
      text="Moves your licenses, orders and tickets to another address. Your keys stay the same. Keys that the other address has are kept."
    >
      {request.isSuccess ? (
        <output className={form.success}>{request.data.message}</output>
      ) : (
        <ContractForm
          label={`Change of address of ${email}`}
          schema={() => import('../../schemas.ts').then((schemas) => schemas.requestAddressChange.body)}
          initial={{ newEmail: '' }}
          required={['newEmail']}
          error={request.error}
          onSubmit={({ newEmail }) => request.mutate({ body: { newEmail: newEmail.trim() } })}
        >
          <TextField
            name="newEmail"
            label="New email"
            type="email"
            autoComplete="off"
            hint="We email a link to both addresses. Nothing changes before both have confirmed."
          />
          <SubmitButton isBusy={request.isPending} busy="Sending">
            Send both links
          </SubmitButton>
        </ContractForm>
      )}
    </Panel>
  );
}
