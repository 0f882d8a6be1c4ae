import {
  DEFAULT_PROMISES,
  GUARANTEE_DAYS,
  resellerPromises,
  SUPPORT_REPLY_HOURS,
  type SellerPromises,
} from '@leadping/contracts/commerce/seller-promises';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Checkbox, Radio } from '@leadping/web-kit/ui/form';
import { savePromises } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';

const GUARANTEES = GUARANTEE_DAYS.map((days) => ({
  value: days,
  label: days === 0 ? 'None' : `${days} days`,
}));
const REPLIES = SUPPORT_REPLY_HOURS.map((hours) => ({ value: hours, label: `${hours} hours` }));

export function PromisesForm() {
  const { promises = DEFAULT_PROMISES } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the promises');
  const save = useWrite(savePromises, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Promises Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <Panel title="Promises to buyers" text="Your page, your terms and emails to buyers state them.">
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm
          label="Promises to buyers"
          schema={() => import('../../schemas.ts').then((schemas) => schemas.savePromises.body)}
          initial={{ ...promises }}
          error={save.error}
          onSubmit={(body: SellerPromises, reset) => save.mutate({ body }, { onSuccess: reset })}
        >
          {(values, isChanged) => (
            <>
              <Field
                name="guaranteeDays"
                label="Money-back guarantee"
                hint="You refund buyers who ask within this time. It does not replace their rights by law."
              >
                <Radio.Group optionType="button" options={GUARANTEES} />
              </Field>
              <Field name="supportReplyHours" label="Support replies within" hint={previewText(values)}>
                <Radio.Group optionType="button" options={REPLIES} />
              </Field>
              <Field
                name="refundsWithdrawals"
                label="Withdrawals"
                valueName="checked"
                required={false}
                hint="Within the guarantee or the right of withdrawal. Otherwise each withdrawal is a request on its order."
              >
                <Checkbox>Refund withdrawals automatically</Checkbox>
              </Field>
              <Field
                name="asksConsent"
                label="Immediate delivery"
                valueName="checked"
                required={false}
                hint="Before the payment page, buyers agree that the key is delivered at once and that their right of withdrawal ends with it. The email with the key confirms it. Your guarantee remains."
              >
                <Checkbox>Ask for consent to immediate delivery</Checkbox>
              </Field>
              <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
                Save promises
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}

const previewText = (values: SellerPromises) => `Buyers read: “${resellerPromises(values).refund}”`;
