import type { CurrencyCode } from '@leadping/contracts/currency';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { saveBusiness } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { priceFault } from '../pricing/price-fault.ts';
import { PriceFields } from '../pricing/price-fields.tsx';
import { isNameUnset } from './setup-state.ts';
import styles from './wizard.module.css';

interface Business extends Record<string, unknown> {
  businessName: string;
  contactPerson: string;
  phone: string;
  productPrice: string;
  currency: CurrencyCode;
}

export function BusinessStep({ onSaved }: { onSaved: () => void }) {
  const reseller = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Error', 'Failed to save business configuration');
  const save = useWrite(saveBusiness, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Business Configuration Saved', tone: 'success' });
      onSaved();
    },
    onError: onFailure,
  });
  const { businessName, contactPerson, phone, productPrice, currency } = reseller;
  const initial: Business = {
    businessName: isNameUnset(businessName) ? '' : businessName,
    contactPerson,
    phone,
    productPrice,
    currency,
  };
  return (
    <ContractForm<Business>
      label="Your business"
      schema={() => import('../../schemas.ts').then(({ saveBusinessConfig }) => saveBusinessConfig.body)}
      initial={initial}
      required={['businessName', 'productPrice', 'currency']}
      check={(values) => ({ productPrice: priceFault(values.productPrice, values.currency) })}
      error={save.error}
      // The server makes the slug of the name.
      onSubmit={(body) => save.mutate({ body: { ...body, slug: '' } })}
    >
      {(values) => (
        <>
          <TextField
            name="businessName"
            label="Business name"
            autoComplete="organization"
            hint="On your page, on the payment page and in emails to your customers."
          />
          <div className={styles.pair}>
            <TextField name="contactPerson" label="Contact person" autoComplete="name" />
            <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
          </div>
          <PriceFields currency={values.currency} />
          <div className={styles.actions}>
            <SubmitButton isBusy={save.isPending} busy="Saving">
              Continue
            </SubmitButton>
          </div>
        </>
      )}
    </ContractForm>
  );
}
