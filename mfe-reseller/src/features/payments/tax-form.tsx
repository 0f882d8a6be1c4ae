import { NO_TAX, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TAX_ALIASES, TAX_PANEL_TEXT, TaxFields, TaxState } from '@leadping/web-kit/dashboard/tax-fields.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { checkPayments, saveTax } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';

export function TaxForm() {
  const { tax = NO_TAX } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the tax');
  const save = useWrite(saveTax, {
    invalidates: [checkPayments],
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Tax Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <Panel title="Tax" text={TAX_PANEL_TEXT} action={<TaxState tax={tax} />}>
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm
          label="Tax"
          schema={() => import('../../schemas.ts').then((schemas) => schemas.saveTax.body)}
          initial={{ ...tax }}
          error={save.error}
          aliases={TAX_ALIASES}
          onSubmit={(typed: SellerTax, reset) =>
            save.mutate({ body: { ...tax, ...typed } }, { onSuccess: reset })
          }
        >
          {(values, isChanged) => (
            <>
              <TaxFields values={values} />
              <SubmitButton isBusy={save.isPending} busy="Trying it at Stripe" disabled={!isChanged}>
                Save tax
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}
