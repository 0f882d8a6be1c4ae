import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { Logging } from './logging.tsx';
import { Notifications } from './notifications.tsx';
import { OrderWebhook } from './order-webhook.tsx';
import { PaymentKeys } from './payment-keys.tsx';
import { Pricing } from './pricing.tsx';
import { Claims } from './claims.tsx';
import { Seller } from './seller.tsx';
import { StoreAddress } from './store-address.tsx';
import { Tax } from './tax.tsx';
import { TrialOffer } from './trial-offer.tsx';
import { Withdrawals } from './withdrawals.tsx';
import { useSettings } from './use-settings.ts';

export default function SettingsView() {
  const { settings, error, retry, isFetching } = useSettings();

  return (
    <UiProvider>
      <ViewHeader title="Settings">
        Prices, payments, notifications, who sells and what the platform keeps. Each part saves on its own.
      </ViewHeader>
      {error && !settings && (
        <LoadError
          title="We couldn't load the settings"
          error={error}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
      {!settings && !error && <PageSkeleton />}
      {settings && (
        <Panels>
          <div>
            <Pricing settings={settings} />
            <PaymentKeys settings={settings} />
            <Seller settings={settings} />
            <Tax settings={settings} />
          </div>
          <div>
            <Notifications settings={settings} />
            <Withdrawals settings={settings} />
            <TrialOffer />
            <StoreAddress settings={settings} />
            <OrderWebhook settings={settings} />
            <Logging settings={settings} />
            <Claims settings={settings} />
          </div>
        </Panels>
      )}
    </UiProvider>
  );
}
