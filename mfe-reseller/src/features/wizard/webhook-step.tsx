import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { checkPayments, readReseller, saveKeys } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { KeyField } from '../payments/key-field.tsx';
import { keyFaults } from '../payments/key-faults.ts';
import { WebhookFacts } from '../payments/webhook-facts.tsx';
import styles from './wizard.module.css';

export interface Webhook extends Record<string, unknown> {
  webhookSecret: string;
}

interface StepProps {
  draft: Webhook | undefined;
  onSaved: () => void;
  /** With what is typed and not saved, if anything. */
  onBack: (draft: Webhook | undefined) => void;
}

export function WebhookStep({ draft, onSaved, onBack }: StepProps) {
  const reseller = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Error', 'Failed to save webhook configuration');
  const save = useWrite(saveKeys, {
    // What the setup changed elsewhere is read again with it.
    invalidates: [readReseller, checkPayments],
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Setup Complete!', description: 'Your page takes payments now.', tone: 'success' });
      onSaved();
    },
    onError: onFailure,
  });
  return (
    <ContractForm<Webhook>
      label="Stripe webhook"
      schema={() => import('../../schemas.ts').then(({ savePaymentKeys }) => savePaymentKeys.body)}
      initial={{ webhookSecret: reseller.stripeWebhookSecret }}
      draft={draft}
      required={['webhookSecret']}
      check={keyFaults}
      error={save.error}
      onSubmit={({ webhookSecret }) =>
        save.mutate({
          body: {
            liveSecretKey: reseller.stripeLiveSecretKey,
            livePublishableKey: reseller.stripeLivePublishableKey,
            webhookSecret,
          },
        })
      }
    >
      {(values, isChanged) => (
        <>
          <div className={styles.webhook}>
            <WebhookFacts resellerId={reseller.id} />
          </div>
          <KeyField
            name="webhookSecret"
            label="Webhook signing secret"
            placeholder="whsec_..."
            hint="In Stripe under Developers, Webhooks: add the URL above, then reveal the signing secret."
          />
          <div className={styles.actions}>
            <SubmitButton isBusy={save.isPending} busy="Saving">
              Complete Setup
            </SubmitButton>
            <Button
              size="large"
              disabled={save.isPending}
              onClick={() => onBack(isChanged ? values : undefined)}
            >
              Back
            </Button>
          </div>
        </>
      )}
    </ContractForm>
  );
}
