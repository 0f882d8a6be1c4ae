import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { MaskedSecret } from '@leadping/web-kit/dashboard/masked-secret.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings.module.css';
import { Toggle } from './toggle.tsx';
import { TurnOffTestMode } from './turn-off-test-mode.tsx';

/** The keys of each mode. A stored one is only ever shown as a mask. */
export function PaymentKeys({ settings }: SectionProps) {
  const { testMode, hasValidTestKey, hasValidLiveKey, webhookSecretConfigured } = settings;
  const { subject: isAsking, open, close } = useDialog<true>();
  return (
    <Panel
      title="Stripe"
      text="An empty field keeps what is stored."
      action={
        <Badge tone={webhookSecretConfigured ? 'success' : 'warning'}>
          {webhookSecretConfigured ? 'Webhook secret configured' : 'Webhook secret missing'}
        </Badge>
      }
    >
      <Toggle
        name="testMode"
        isOn={testMode}
        disabled={!testMode && !hasValidTestKey}
        hint={testModeHint(settings)}
        onTurnOff={() => open(true)}
      />
      <TurnOffTestMode isOpen={isAsking === true} onClose={close} />
      <h3 className={styles.mode}>
        Live <KeyState isValid={hasValidLiveKey} isInUse={!testMode} />
      </h3>
      <Keys
        mode="live"
        masks={[settings.stripeLiveKey, settings.stripeLiveWebhookSecret]}
        names={['stripeLiveKey', 'stripeLiveWebhookSecret']}
        placeholder="sk_live_... or rk_live_..."
      />
      <h3 className={styles.mode}>
        Test <KeyState isValid={hasValidTestKey} isInUse={testMode} />
      </h3>
      <Keys
        mode="test"
        masks={[settings.stripeTestKey, settings.stripeTestWebhookSecret]}
        names={['stripeTestKey', 'stripeTestWebhookSecret']}
        placeholder="sk_test_..."
      />
    </Panel>
  );
}

function testModeHint({ testMode, hasValidTestKey, hasValidLiveKey }: Settings): string {
  if (!hasValidTestKey) return 'Store a valid test key first: test mode means nothing without one.';
  const meaning =
    'Checkouts take test cards; their licenses are marked as test and expire after 30 days. Sums are those of test orders meanwhile.';
  return testMode && !hasValidLiveKey ? `${meaning} Save a live secret key before you turn it off.` : meaning;
}

function KeyState({ isValid, isInUse }: { isValid: boolean; isInUse: boolean }) {
  return (
    <>
      {isInUse && <Badge tone="signal">In use</Badge>}
      <Badge tone={isValid ? 'success' : 'neutral'}>{isValid ? 'Valid key' : 'No valid key'}</Badge>
    </>
  );
}

interface KeysProps {
  mode: 'live' | 'test';
  masks: [key: string, secret: string];
  names: [key: string, secret: string];
  placeholder: string;
}

function Keys({ mode, masks, names: [key, secret], placeholder }: KeysProps) {
  const stored = (mask: string, label: string) => (
    <span className={styles.stored}>
      Stored: <MaskedSecret mask={mask} label={label} />
    </span>
  );
  return (
    <SettingsForm
      label={`Stripe ${mode} keys`}
      stored={{ [key]: '', [secret]: '' }}
      saveLabel={`Update ${mode} keys`}
    >
      <TextField
        name={key}
        label={`${mode === 'live' ? 'Live' : 'Test'} secret key`}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        mono
        hint={stored(masks[0], `${mode} secret key`)}
      />
      <TextField
        name={secret}
        label={`${mode === 'live' ? 'Live' : 'Test'} webhook secret`}
        placeholder="whsec_..."
        autoComplete="off"
        spellCheck={false}
        mono
        hint={stored(masks[1], `${mode} webhook secret`)}
      />
    </SettingsForm>
  );
}
