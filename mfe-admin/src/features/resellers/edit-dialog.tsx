import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import {
  CURRENCY_FACTS,
  formatMoney,
  fromDecimal,
  isBelowFloor,
  toDecimal,
} from '@leadping/contracts/currency';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { keyOf, useWrite } from '@leadping/web-kit/api/hooks';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { InputNumber } from '@leadping/web-kit/ui/form';
import { edit, readResellers } from './endpoints.ts';

interface EditDialogProps {
  reseller: Reseller | undefined;
  onClose: () => void;
}

export function EditDialog({ reseller: open, onClose }: EditDialogProps) {
  const reseller = useLast(open);
  return (
    <FormDialog
      isOpen={open !== undefined}
      title={
        <>
          Edit <bdi>{reseller?.businessName}</bdi>
        </>
      }
      onClose={onClose}
    >
      {reseller && <EditForm reseller={reseller} onClose={onClose} />}
    </FormDialog>
  );
}

function EditForm({ reseller, onClose }: { reseller: Reseller; onClose: () => void }) {
  const { id, businessName, productPrice, currency, userEmail } = reseller;
  const { decimals, symbol, floor } = CURRENCY_FACTS[currency];
  const toast = useToast();
  const onError = useFailureToast('Error');
  const queryClient = useQueryClient();
  const save = useWrite(edit, {
    invalidates: [readResellers],
    onSuccess: () => {
      toast({ title: 'Success', description: 'Reseller updated successfully', tone: 'success' });
      onClose();
    },
    onError: (error) => {
      onError(error);
      // Reads the resellers again, so that the next opening shows current values.
      if (hasStatus(error, 409)) void queryClient.invalidateQueries({ queryKey: keyOf(readResellers) });
    },
  });
  const initial = {
    businessName,
    email: userEmail ?? '',
    productPrice: toDecimal({ amountMinor: productPrice, currency }),
  };
  /**
   * Sends only changed fields, because the others may have changed since the list was read. The price is sent as text
   * in minor units.
   */
  const asSent = (values: typeof initial) => {
    // An emptied field holds null.
    const typed = values.productPrice ?? '';
    const price = fromDecimal(typed, currency)?.amountMinor ?? typed;
    return {
      ...(values.businessName.trim() === businessName ? {} : { businessName: values.businessName }),
      ...(values.email.trim() === initial.email ? {} : { email: values.email }),
      ...(price === productPrice ? {} : { productPrice: String(price), currency }),
    };
  };
  /** Checks a new price before the server does. */
  const check = (values: typeof initial) => {
    const price = fromDecimal(values.productPrice ?? '', currency);
    const isRefused = price !== null && price.amountMinor !== productPrice && isBelowFloor(price);
    const least = formatMoney({ amountMinor: floor, currency });
    return { productPrice: isRefused ? `Stripe takes no payments below ${least}.` : undefined };
  };
  const submit = (values: typeof initial) => {
    const body = asSent(values);
    if (Object.keys(body).length === 0) onClose();
    else save.mutate({ params: { id }, body });
  };

  return (
    <ContractForm
      label="Edit reseller"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.editReseller.body)}
      initial={initial}
      required={['businessName', 'productPrice']}
      check={check}
      asSent={asSent}
      error={save.error}
      onSubmit={submit}
    >
      <TextField name="businessName" label="Business name" hint="A new name makes a new page address." />
      <TextField name="email" label="Email" type="email" disabled={userEmail === null} />
      <Field name="productPrice" label={`Product price (${currency})`}>
        <InputNumber<string>
          prefix={symbol}
          min="0"
          step={decimals === 0 ? '1' : '0.01'}
          precision={decimals}
          stringMode
          style={{ width: '100%' }}
        />
      </Field>
      <div className={form.actions}>
        <SubmitButton isBusy={save.isPending} busy="Saving">
          Save changes
        </SubmitButton>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ContractForm>
  );
}
