import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { DEFAULT_WEBHOOK_EVENTS, type OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { keyOf, useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { WebhookEventsField } from '@leadping/web-kit/dashboard/webhook-events.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { readDeliveries, readReseller, saveOrderWebhook, testOrderWebhook } from '../../endpoints.ts';
import { useReseller } from '../account/use-reseller.ts';

const DISABLED = {
  gone: 'Your server replied 410 Gone, so we stopped sending. Save the address again to restart.',
  failing: 'Ten deliveries in a row failed, so we stopped sending. Save the address again to restart.',
} as const;

interface WebhookFormProps {
  /** The event whose sample a test sends. */
  sampleEvent: OrderWebhookEvent;
}

export function WebhookForm({ sampleEvent }: WebhookFormProps) {
  const {
    orderWebhookUrl,
    orderWebhookEvents = [...DEFAULT_WEBHOOK_EVENTS],
    orderWebhookDisabledReason: reason,
  } = useReseller();
  const { save, test, sendTest } = useWebhook(sampleEvent);
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Order Webhook"
        schema={() => import('../../schemas.ts').then(({ saveResellerWebhook }) => saveResellerWebhook.body)}
        initial={{ orderWebhookUrl, orderWebhookEvents }}
        error={test.error ?? save.error}
        aliases={{ webhookUrl: 'orderWebhookUrl' }}
        onSubmit={(values, reset) => {
          test.reset();
          save.mutate({ body: withoutStored(values, orderWebhookEvents) }, { onSuccess: reset });
        }}
      >
        {(values) => (
          <>
            {reason && (
              <Alert type="warning" showIcon title="Deliveries are off" description={DISABLED[reason]} />
            )}
            <TextField
              name="orderWebhookUrl"
              label="Webhook URL"
              type="url"
              autoComplete="off"
              spellCheck={false}
              mono
              placeholder="https://"
              hint="Should start with https://. Leave it empty to receive nothing."
            />
            <WebhookEventsField name="orderWebhookEvents" />
            <div className={form.actions}>
              <SubmitButton isBusy={save.isPending} busy="Saving">
                Save
              </SubmitButton>
              <Button
                size="large"
                disabled={test.isPending}
                aria-busy={test.isPending}
                onClick={() => sendTest(values.orderWebhookUrl.trim())}
              >
                {test.isPending ? 'Sending...' : 'Send Test Webhook'}
              </Button>
            </div>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}

interface Values extends Record<string, unknown> {
  orderWebhookUrl: string;
  orderWebhookEvents: OrderWebhookEvent[];
}

/** An unchanged choice is not sent. An older service does not know it. */
function withoutStored(
  values: Values,
  stored: readonly OrderWebhookEvent[],
): Values | Pick<Values, 'orderWebhookUrl'> {
  const isSame = JSON.stringify(values.orderWebhookEvents) === JSON.stringify(stored);
  return isSame ? { orderWebhookUrl: values.orderWebhookUrl } : values;
}

function useWebhook(event: OrderWebhookEvent) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const onSaveFailure = useFailureToast('Update Failed', 'Failed to update webhook URL');
  const onTestFailure = useFailureToast('Test Failed', 'Failed to send test webhook');
  const save = useWrite(saveOrderWebhook, {
    invalidates: [readReseller],
    onSuccess: ({ orderWebhookUrl, orderWebhookEvents }) => {
      // Written to the cache before the next read, so that saved values do not count as unsaved changes.
      queryClient.setQueryData<CurrentReseller>(
        keyOf(readReseller),
        (reseller) =>
          reseller && { ...reseller, orderWebhookUrl, orderWebhookEvents, orderWebhookDisabledReason: null },
      );
      toast({ title: orderWebhookUrl ? 'Webhook URL Saved' : 'Webhook Turned Off', tone: 'success' });
    },
    onError: onSaveFailure,
  });
  const test = useWrite(testOrderWebhook, {
    invalidates: [readDeliveries],
    onSuccess: ({ status }) =>
      toast({ title: 'Test Successful', description: `Your address replied ${status}.`, tone: 'success' }),
    onError: onTestFailure,
  });
  const sendTest = (webhookUrl: string) => {
    if (webhookUrl === '') return toast({ title: 'Please enter a webhook URL first', tone: 'destructive' });
    save.reset();
    test.mutate({ body: { webhookUrl, ...(event !== 'order.completed' && { event }) } });
  };
  return { save, test, sendTest };
}
