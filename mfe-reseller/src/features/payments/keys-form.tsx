import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { checkPayments, saveKeys } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { KeyField } from './key-field.tsx';
import { keyFaults } from './key-faults.ts';

export function KeysForm() {
  const reseller = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the Stripe configuration');
  const save = useWrite(saveKeys, {
    invalidates: [checkPayments],
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Stripe Configuration Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  const initial = {
    liveSecretKey: reseller.stripeLiveSecretKey,
    livePublishableKey: reseller.stripeLivePublishableKey,
    webhookSecret: reseller.stripeWebhookSecret,
  };
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Stripe Configuration"
        schema={() => import('../../schemas.ts').then(({ savePaymentKeys }) => savePaymentKeys.body)}
        initial={initial}
        required={['liveSecretKey', 'livePublishableKey', 'webhookSecret']}
        check={keyFaults}
        error={save.error}
        // Resets the form explicitly, because equal keys have equal masks and the typed text would stay on screen.
        onSubmit={(body, reset) => save.mutate({ body }, { onSuccess: reset })}
      >
        {(values) => (
          <>
            <KeyField
              name="liveSecretKey"
              label="Secret key"
              placeholder="sk_live_..."
              hint="Begins with sk_live_ or rk_live_. Stored encrypted and never shown again."
            />
            <KeyField name="livePublishableKey" label="Publishable key" placeholder="pk_live_..." />
            <KeyField
              name="webhookSecret"
              label="Webhook signing secret"
              placeholder="whsec_..."
              hint="Stripe shows it as soon as the webhook is added."
            />
            <SubmitButton
              isBusy={save.isPending}
              busy="Updating"
              disabled={Object.values(values).some((value) => value.trim() === '')}
            >
              Update Stripe Configuration
            </SubmitButton>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
