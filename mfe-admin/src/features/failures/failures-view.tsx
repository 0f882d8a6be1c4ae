import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { DeadLetters } from './dead-letters.tsx';
import { FailedDeliveries } from './failed-deliveries.tsx';

/** What the platform gave up, why, and the way to have it done after all. */
export default function FailuresView() {
  return (
    <UiProvider>
      <ViewHeader title="Failures">
        Webhooks and events that were given up. Nothing here is lost: fix the cause, then replay.
      </ViewHeader>
      <FailedDeliveries />
      <DeadLetters />
    </UiProvider>
  );
}
