import { UiProvider } from '@leadping/web-kit/ui/core';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { useEffect, useRef, useState } from 'react';
import { useReseller } from '../account/use-reseller.ts';
import { BusinessStep } from './business-step.tsx';
import { type Keys, KeysStep } from './keys-step.tsx';
import { firstStep, type Step, STEPS } from './setup-state.ts';
import { type Webhook, WebhookStep } from './webhook-step.tsx';
import styles from './wizard.module.css';

const TITLES: Record<Step, { title: string; text: string }> = {
  1: { title: 'Your business', text: 'What buyers see, and what they pay.' },
  2: { title: 'Stripe API keys', text: 'Payments go straight to your own Stripe account.' },
  3: { title: 'Stripe webhook', text: 'So we know of each payment and send the license key at once.' },
};

interface Drafts {
  keys?: Keys | undefined;
  webhook?: Webhook | undefined;
}

/** Three steps to the first sale. It starts at the first step with unsaved settings. */
export default function Wizard({ onClose }: { onClose: () => void }) {
  const reseller = useReseller();
  const [step, setStep] = useState<Step>(() => firstStep(reseller));
  /** Unsaved values of steps that were left with Back. They stay in memory, because keys are among them. */
  const [drafts, setDrafts] = useState<Drafts>({});
  const { title, text } = TITLES[step];
  const goTo = (next: Step, change: Drafts) => {
    setDrafts((now) => ({ ...now, ...change }));
    setStep(next);
  };
  return (
    <UiProvider>
      <FormDialog
        isOpen
        title="Set up your sales page"
        width={608}
        // The wizard opens automatically, so a press outside must not close it.
        isMaskClosable={false}
        hasDrafts={Object.values(drafts).some(Boolean)}
        onClose={onClose}
      >
        <div className={styles.progress}>
          <progress max={STEPS} value={step} aria-label={`Step ${step} of ${STEPS}`} />
          <span>
            Step {step} of {STEPS}
          </span>
        </div>
        <StepTitle key={step}>{title}</StepTitle>
        <p className={styles.text}>{text}</p>
        {step === 1 && <BusinessStep onSaved={() => setStep(2)} />}
        {step === 2 && (
          <KeysStep
            draft={drafts.keys}
            onSaved={() => goTo(3, { keys: undefined })}
            onBack={(keys) => goTo(1, { keys })}
          />
        )}
        {step === 3 && (
          <WebhookStep draft={drafts.webhook} onSaved={onClose} onBack={(webhook) => goTo(2, { webhook })} />
        )}
      </FormDialog>
    </UiProvider>
  );
}

/** Gets the focus at each step, so that it is announced and the Tab key continues from here. */
function StepTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <h3 ref={ref} tabIndex={-1} className={styles.title}>
      {children}
    </h3>
  );
}
