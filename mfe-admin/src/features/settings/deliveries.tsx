import { ORDER_WEBHOOK_EVENTS } from '@leadping/contracts/commerce/webhook-event';
import type { Reply } from '@leadping/web-kit/api/call';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { CutUrl } from '@leadping/web-kit/dashboard/cut-url.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import { readDeliveries, replayDelivery } from './endpoints.ts';
import styles from './settings.module.css';

type Delivery = Reply<typeof readDeliveries>['deliveries'][number];

const STATES: Record<Delivery['state'], [BadgeTone, string]> = {
  waiting: ['warning', 'Waiting'],
  delivered: ['success', 'Delivered'],
  stopped: ['danger', 'Stopped'],
};

/** The deliveries to the admin's own webhook, with a replay. */
export function Deliveries() {
  const toast = useToast();
  const onError = useFailureToast('The delivery was not replayed');
  const { data, error, refetch } = useQuery({ ...reading(readDeliveries), staleTime: 0 });
  const replay = useWrite(replayDelivery, {
    invalidates: [readDeliveries],
    onSuccess: ({ message }) => toast({ title: 'Success', description: message, tone: 'success' }),
    onError,
  });
  return (
    <div className={styles.part}>
      <h3 id="deliveries">Deliveries</h3>
      {error && (
        <LoadError title="We couldn't load the deliveries" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {data?.deliveries.length === 0 && <p>Nothing sent yet.</p>}
      {data && data.deliveries.length > 0 && (
        <ul className={styles.deliveries} aria-labelledby="deliveries">
          {data.deliveries.slice(0, 20).map((delivery) => (
            <li key={delivery.id}>
              <Badge tone={STATES[delivery.state][0]}>{STATES[delivery.state][1]}</Badge>
              <ShortId
                id={delivery.orderId}
                to={`/admin/orders?order=${encodeURIComponent(delivery.orderId)}`}
              />
              <span>{ORDER_WEBHOOK_EVENTS[delivery.event ?? 'order.completed'].label}</span>
              <Moment at={delivery.createdAt} />
              <Button
                size="small"
                loading={replay.isPending && replay.variables?.params.id === delivery.id}
                onClick={() => replay.mutate({ params: { id: delivery.id } })}
              >
                Replay
              </Button>
              <span className={styles.why}>{lastAttemptText(delivery)}</span>
              <CutUrl url={delivery.url} label={`Copy URL of order ${delivery.orderId}`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The outcome of the last attempt as a sentence. */
function lastAttemptText({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (!last) return 'Not sent yet';
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  return `${count}, the last: ${last.status ?? last.error ?? 'no answer'} after ${last.durationMs} ms`;
}
