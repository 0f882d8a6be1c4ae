import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { DeadLetters, SERVICES, useDeadLetters } from './dead-letters.tsx';
import { FailedDeliveries, useFailedDeliveries } from './failed-deliveries.tsx';

const MAX_WAIT_MS = 2000;

/** Lists failed work with its cause, and replays it. */
export default function FailuresView() {
  const isWaiting = useIsWaiting();
  const isLate = useDelayed(isWaiting);
  return (
    <UiProvider>
      <ViewHeader title="Failures">
        Webhooks and events we stopped retrying. Nothing here is lost: fix the cause, then replay.
      </ViewHeader>
      {isLate && <Skeleton active paragraph={{ rows: 8 }} />}
      <div hidden={isWaiting}>
        <FailedDeliveries />
        {SERVICES.map((service) => (
          <DeadLetters key={service.name} {...service} />
        ))}
      </div>
    </UiProvider>
  );
}

/**
 * True until everything is loaded, because a panel that grows pushes the others down. A service that does not reply is
 * not awaited.
 */
function useIsWaiting(): boolean {
  const [identity, commerce, licensing, support] = SERVICES;
  const reads = [
    useFailedDeliveries(),
    useDeadLetters(identity),
    useDeadLetters(commerce),
    useDeadLetters(licensing),
    useDeadLetters(support),
  ];
  const isReading = reads.some(({ isPending }) => isPending);
  const isOverdue = useDelayed(isReading, MAX_WAIT_MS);
  return isReading && !isOverdue;
}
