import { orderSample } from '@leadping/contracts/commerce/order-sample';
import { CodeBlock } from '@leadping/web-kit/dashboard/code-block.tsx';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { useFreshReseller, useReseller } from '../account/use-reseller.ts';
import { Deliveries } from './deliveries.tsx';
import { SaleNotices } from './sale-notices.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const SAMPLE_TIME = '2026-11-22T09:30:00.000Z';

export default function SettingsPage() {
  useFreshReseller();
  const reseller = useReseller();
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
            text="We post each completed order to this address, with its license key."
          >
            <WebhookForm />
          </Panel>
          <Panel
            title="Signing secret"
            text="Proves that a delivery comes from us, by the Standard Webhooks headers."
          >
            <WebhookSecret />
          </Panel>
        </div>
        <Panel title="Sample payload" text="What your address receives, as JSON.">
          <CodeBlock
            label="Sample payload"
            code={JSON.stringify(orderSample(reseller, SAMPLE_TIME), null, 2)}
          />
        </Panel>
      </Panels>
      <Deliveries />
    </UiProvider>
  );
}
