import { EMPTY_SELLER_DETAILS, type SellerDetails } from '@leadping/contracts/commerce/seller-details';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import {
  MissingSellerDetails,
  SellerFields,
  SellerState,
} from '@leadping/web-kit/dashboard/seller-fields.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { saveSeller } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';

export function SellerForm() {
  const { sellerDetails: details = EMPTY_SELLER_DETAILS } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the seller details');
  const save = useWrite(saveSeller, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Seller Details Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <Panel
      title="Seller details"
      text="Your legal notice, the terms and emails to buyers say who sells."
      action={<SellerState details={details} />}
    >
      <MissingSellerDetails details={details} />
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm<SellerDetails>
          label="Seller details"
          schema={() => import('../../schemas.ts').then(({ saveSellerDetails }) => saveSellerDetails.body)}
          initial={details}
          error={save.error}
          onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
        >
          {(_, isChanged) => (
            <>
              <SellerFields />
              <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
                Save seller details
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}
