import type { CurrencyCode } from '@leadping/contracts/currency';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { saveBusiness } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { formatDecimal } from '../money.ts';
import { isPriceGiven, priceFault } from '../pricing/price-fault.ts';
import { PriceFields } from '../pricing/price-fields.tsx';

interface Pricing extends Record<string, unknown> {
  productPrice: string;
  currency: CurrencyCode;
}

export function PricingForm() {
  const { productPrice, currency } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the price');
  const save = useWrite(saveBusiness, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({
        title: 'Pricing Updated',
        description: `Your page charges ${formatDecimal(saved.productPrice, saved.currency)} now.`,
        tone: 'success',
      });
    },
    onError: onFailure,
  });
  const initial: Pricing = { productPrice, currency };
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm<Pricing>
        label="Product Pricing"
        schema={() => import('../../schemas.ts').then(({ saveBusinessConfig }) => saveBusinessConfig.body)}
        initial={initial}
        required={['productPrice', 'currency']}
        check={(values) => ({ productPrice: priceFault(values.productPrice, values.currency) })}
        error={save.error}
        // Another way to write the stored price, as 129.5, changes nothing.
        onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
      >
        {(values) => (
          <>
            <PriceFields currency={values.currency} />
            <SubmitButton
              isBusy={save.isPending}
              busy="Updating"
              disabled={!isPriceGiven(values.productPrice)}
            >
              Update Pricing
            </SubmitButton>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
