import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { UnsavedChanges } from '@leadping/web-kit/dashboard/unsaved-changes.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { useCallback, useState } from 'react';
import { Logging } from './logging.tsx';
import { Notifications } from './notifications.tsx';
import { OrderWebhook } from './order-webhook.tsx';
import { PaymentKeys } from './payment-keys.tsx';
import { Pricing } from './pricing.tsx';
import { StoreAddress } from './store-address.tsx';
import { useSettings } from './use-settings.ts';

export default function SettingsView() {
  const { settings, error, retry, isFetching } = useSettings();
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const onUnsaved = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved((before) => {
      if (before.has(form) === isUnsaved) return before;
      const after = new Set(before);
      if (isUnsaved) after.add(form);
      else after.delete(form);
      return after;
    });
  }, []);

  return (
    <UiProvider>
      <ViewHeader title="Settings">
        Prices, payments, notifications and what the platform keeps. Each part saves on its own.
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
            <Pricing settings={settings} onUnsaved={onUnsaved} />
            <PaymentKeys settings={settings} onUnsaved={onUnsaved} />
          </div>
          <div>
            <Notifications settings={settings} onUnsaved={onUnsaved} />
            <StoreAddress settings={settings} onUnsaved={onUnsaved} />
            <OrderWebhook settings={settings} onUnsaved={onUnsaved} />
            <Logging settings={settings} />
          </div>
        </Panels>
      )}
      <UnsavedChanges when={unsaved.size > 0} />
    </UiProvider>
  );
}
