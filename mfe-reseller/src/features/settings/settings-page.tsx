import type { OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { WebhookSample } from '@leadping/web-kit/dashboard/webhook-events.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { useFreshReseller, useReseller } from '../account/use-reseller.ts';
import { Deliveries } from './deliveries.tsx';
import { SaleNotices } from './sale-notices.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export default function SettingsPage() {
  useFreshReseller();
  const reseller = useReseller();
  const [event, setEvent] = useState<OrderWebhookEvent>('order.completed');
  return (
    <UiProvider>
      <ViewHeader title="Integration Settings">
        Send each sale to your own systems: a CRM, a mailing list, your books.
      </ViewHeader>
      <Panels>
        <div>
          <Panel title="Sale notices" text="Know when somebody buys from your page.">
            <SaleNotices />
          </Panel>
          <Panel
            title="Order Webhook"
            text="We post each completed order to this address, with its license key, and what else you choose."
          >
            <WebhookForm sampleEvent={event} />
          </Panel>
          <Panel
            title="Signing secret"
            text="Proves that a delivery comes from us, by the Standard Webhooks headers."
          >
            <WebhookSecret />
          </Panel>
        </div>
        <Panel title="Sample payload" text="What your address receives, as JSON.">
          <WebhookSample event={event} onEvent={setEvent} seller={reseller} />
        </Panel>
      </Panels>
      <Deliveries />
    </UiProvider>
  );
}
