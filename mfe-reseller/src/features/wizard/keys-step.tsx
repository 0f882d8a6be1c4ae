import { useWrite } from '@leadping/web-kit/api/hooks';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { checkPayments, saveKeys } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { KeyField } from '../payments/key-field.tsx';
import { keyFaults } from '../payments/key-faults.ts';
import styles from './wizard.module.css';

export interface Keys extends Record<string, unknown> {
  liveSecretKey: string;
  livePublishableKey: string;
}

interface StepProps {
  draft: Keys | undefined;
  onSaved: () => void;
  /** Gets the unsaved values, if any. */
  onBack: (draft: Keys | undefined) => void;
}

export function KeysStep({ draft, onSaved, onBack }: StepProps) {
  const { stripeLiveSecretKey, stripeLivePublishableKey } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Error', 'Failed to save API keys');
  const save = useWrite(saveKeys, {
    invalidates: [checkPayments],
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'API Keys Saved', tone: 'success' });
      onSaved();
    },
    onError: onFailure,
  });
  return (
    <ContractForm<Keys>
      label="Stripe API keys"
      schema={() => import('../../schemas.ts').then(({ savePaymentKeys }) => savePaymentKeys.body)}
      initial={{ liveSecretKey: stripeLiveSecretKey, livePublishableKey: stripeLivePublishableKey }}
      draft={draft}
      required={['liveSecretKey', 'livePublishableKey']}
      check={keyFaults}
      error={save.error}
      // An empty secret keeps the stored one; the next step asks for it.
      onSubmit={(keys) => save.mutate({ body: { ...keys, webhookSecret: '' } })}
    >
      {(values, isChanged) => (
        <>
          <KeyField
            name="liveSecretKey"
            label="Secret key"
            placeholder="sk_live_..."
            hint="In Stripe under Developers, API keys. Stored encrypted and never shown again."
          />
          <KeyField name="livePublishableKey" label="Publishable key" placeholder="pk_live_..." />
          <div className={styles.actions}>
            <SubmitButton isBusy={save.isPending} busy="Saving">
              Continue
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
