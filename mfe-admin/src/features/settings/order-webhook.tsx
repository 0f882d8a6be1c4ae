import { BRAND } from '@leadping/contracts/brand';
import { DEFAULT_WEBHOOK_EVENTS, type OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { toDecimal } from '@leadping/contracts/currency';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ApiError, hasStatus } from '@leadping/web-kit/api/api-error';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { SigningSecret } from '@leadping/web-kit/dashboard/signing-secret.tsx';
import { WebhookEventsField, WebhookSample } from '@leadping/web-kit/dashboard/webhook-events.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { Deliveries } from './deliveries.tsx';
import { renewWebhookSecret, sendTestWebhook } from './endpoints.ts';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings.module.css';

const PLATFORM = { id: null, businessName: BRAND.name, slug: null, currency: 'USD' } as const;

const DISABLED = {
  gone: 'The receiver answered 410 Gone. Save the URL again to turn it back on.',
  failing: 'Ten deliveries in a row failed. Save the URL again to turn it back on.',
} as const;

export function OrderWebhook({ settings }: SectionProps) {
  const {
    adminWebhookUrl,
    adminWebhookEvents = [...DEFAULT_WEBHOOK_EVENTS],
    adminWebhookDisabledReason,
    mainProductPrice: amountMinor,
  } = settings;
  const [event, setEvent] = useState<OrderWebhookEvent>('order.completed');
  const productPrice = toDecimal({ amountMinor, currency: 'USD' });
  return (
    <Panel
      title="Order webhook"
      text="Every completed order is posted here, signed, and what else you choose. Empty turns it off."
    >
      {adminWebhookDisabledReason && (
        <Alert
          type="warning"
          showIcon
          title="Nothing is sent at the moment"
          description={DISABLED[adminWebhookDisabledReason]}
          style={{ marginBottom: 16 }}
        />
      )}
      <SettingsForm
        label="Order webhook"
        stored={{ adminWebhookUrl, adminWebhookEvents }}
        saveLabel="Update webhook"
        repeated={adminWebhookDisabledReason ? ['adminWebhookUrl'] : []}
        actions={testButtonFor(event)}
      >
        <TextField
          name="adminWebhookUrl"
          label="Admin order webhook URL"
          type="url"
          placeholder="https://example.com/orders"
          autoComplete="off"
          spellCheck={false}
        />
        <WebhookEventsField name="adminWebhookEvents" />
      </SettingsForm>
      <div className={styles.part}>
        <h3>Sample payload</h3>
        <p>What your address receives, as JSON. A test sends it.</p>
        <WebhookSample event={event} onEvent={setEvent} seller={{ ...PLATFORM, productPrice }} />
      </div>
      <WebhookSecret />
      <Deliveries />
    </Panel>
  );
}

/** Renders the test button of the form, which sends the sample of this event. */
const testButtonFor =
  (event: OrderWebhookEvent) =>
  ({ adminWebhookUrl }: { adminWebhookUrl: string }) => <TestButton url={adminWebhookUrl} event={event} />;

function TestButton({ url, event }: { url: string; event: OrderWebhookEvent }) {
  const toast = useToast();
  const onSessionEnd = useFailureToast('');
  const test = useWrite(sendTestWebhook, {
    onSuccess: ({ message }) => toast({ title: 'Success', description: message, tone: 'success' }),
    onError: (error) => {
      if (hasStatus(error, 401)) return onSessionEnd(error);
      toast(
        error instanceof ApiError
          ? {
              title: 'Webhook test failed',
              description: error.message || 'Failed to send test webhook',
              tone: 'destructive',
            }
          : {
              title: 'Webhook test error',
              description: 'Network error testing webhook',
              tone: 'destructive',
            },
      );
    },
  });
  const send = () => {
    const webhookUrl = url.trim();
    if (webhookUrl) test.mutate({ body: { webhookUrl, ...(event !== 'order.completed' && { event }) } });
    else {
      toast({
        title: 'No webhook URL',
        description: 'Please enter a webhook URL first',
        tone: 'destructive',
      });
    }
  };
  return (
    <Button size="large" disabled={test.isPending} onClick={send}>
      {test.isPending ? 'Sending' : 'Test'}
    </Button>
  );
}

function WebhookSecret() {
  const onError = useFailureToast('The secret was not created');
  const renew = useWrite(renewWebhookSecret, { onError });
  return (
    <div className={styles.part}>
      <h3>Signing secret</h3>
      <p>
        Requests are signed by the rules of Standard Webhooks. A new secret is shown once; the old one stops
        working at once.
      </p>
      <SigningSecret
        created={renew.data?.secret}
        isPending={renew.isPending}
        onCreate={() => renew.mutate(undefined)}
      />
    </div>
  );
}
