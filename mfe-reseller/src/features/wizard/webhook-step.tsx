import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { checkPayments, readReseller, saveKeys } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { FRESH } from '../fresh.ts';
import { healthText } from '../payments/health-text.ts';
import { KeyField } from '../payments/key-field.tsx';
import { keyFaults } from '../payments/key-faults.ts';
import { WebhookFacts } from '../payments/webhook-facts.tsx';
import styles from './wizard.module.css';

/** Time to read a finding and its advice. The check itself may take 20 seconds. */
const NOTICE_MS = 20_000;

export interface Webhook extends Record<string, unknown> {
  webhookSecret: string;
}

interface StepProps {
  draft: Webhook | undefined;
  onSaved: () => void;
  /** Gets the unsaved values, if any. */
  onBack: (draft: Webhook | undefined) => void;
}

export function WebhookStep({ draft, onSaved, onBack }: StepProps) {
  const reseller = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Error', 'Failed to save webhook configuration');
  const queryClient = useQueryClient();
  /** The wizard is closed by then, so the notice shows the progress of the check. */
  const tellHealth = async () => {
    const tell = (description: string, tone: 'success' | 'neutral') =>
      toast({ title: 'Setup Complete!', description, tone, duration: NOTICE_MS });
    tell('Keys saved. We are checking your setup with Stripe.', 'neutral');
    try {
      const health = await queryClient.fetchQuery({ ...reading(checkPayments), ...FRESH });
      tell(healthText(health), health.state === 'ok' ? 'success' : 'neutral');
    } catch {
      tell("Keys saved. We couldn't check your setup: open Payments to try again.", 'neutral');
    }
  };
  const save = useWrite(saveKeys, {
    // Also reads what the setup changed elsewhere.
    invalidates: [readReseller],
    onSuccess: (saved) => {
      setReseller(saved);
      void tellHealth();
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
