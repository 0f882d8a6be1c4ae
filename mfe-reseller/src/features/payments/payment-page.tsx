import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { useFreshReseller, useReseller } from '../account/use-reseller.ts';
import { RECENT } from '../fresh.ts';
import { Health } from './health.tsx';
import { KeysForm } from './keys-form.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { PricingForm } from './pricing-form.tsx';
import { TaxForm } from './tax-form.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

export default function PaymentPage() {
  useFreshReseller(RECENT);
  const reseller = useReseller();
  return (
    <UiProvider>
      <ViewHeader title="Payment Setup">
        Your price, and your own Stripe account: buyers pay you directly, and we take no cut.
      </ViewHeader>
      <Panels>
        <div>
          <Panel title="Product Pricing" text="The price on your page. Orders that were paid keep theirs.">
            <PricingForm />
          </Panel>
          <Panel
            title="Stripe Configuration"
            text="From your Stripe dashboard under Developers, API keys."
            action={<PaymentStatus reseller={reseller} />}
          >
            <KeysForm />
          </Panel>
          <TaxForm />
        </div>
        <div>
          <Panel title="Stripe webhook" text="How Stripe reports each payment to us.">
            <WebhookFacts resellerId={reseller.id} />
          </Panel>
          <Health reseller={reseller} />
        </div>
      </Panels>
    </UiProvider>
  );
}
