import { listFailedDeliveries as readFailed } from '@leadping/contracts/endpoints/commerce/order-webhook';
import type { FailedDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { CutUrl } from '@leadping/web-kit/dashboard/cut-url.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { replayWebhooks } from '../orders/endpoints.ts';
import { Selectable } from './selectable.tsx';
import styles from './failures.module.css';

const SHOWN = 100;

export const useFailedDeliveries = () =>
  useQuery({ ...readingPage(readFailed, { query: { limit: SHOWN } }), staleTime: 0 });

export function FailedDeliveries() {
  const toast = useToast();
  const onError = useFailureToast('The webhooks were not replayed');
  const { data, error, refetch } = useFailedDeliveries();
  const replay = useWrite(replayWebhooks, {
    invalidates: [readFailed],
    onSuccess: ({ replayed, skipped }) =>
      toast({
        title:
          replayed === 0
            ? 'No webhook is sent again'
            : replayed === 1
              ? '1 webhook is sent again'
              : `${replayed} webhooks are sent again`,
        description:
          skipped > 0
            ? `${skipped} skipped: arrived meanwhile, or replayed less than a minute ago.`
            : undefined,
        tone: replayed > 0 ? 'success' : 'neutral',
      }),
    onError,
  });
  return (
    <Panel
      title="Order webhooks"
      text={`Stopped after ten attempts over three days, or held because the receiver was turned off.${data?.nextCursor ? ` The newest ${SHOWN} are shown.` : ''}`}
    >
      <Selectable
        label="Order webhooks"
        items={data?.rows}
        idOf={({ id }) => id}
        nameOf={({ orderId }) => `webhook of order ${orderId}`}
        error={error}
        onRetry={() => void refetch()}
        empty="Every order webhook was delivered."
        isReplaying={replay.isPending}
        onReplay={(ids) => replay.mutate({ body: { ids } })}
        render={(delivery) => <Delivery delivery={delivery} />}
      />
    </Panel>
  );
}

function Delivery({ delivery }: { delivery: FailedDelivery }) {
  const { orderId, businessName, url, createdAt } = delivery;
  return (
    <>
      <p className={styles.head}>
        <bdi>{businessName}</bdi>
        <Link to={`/admin/orders?order=${encodeURIComponent(orderId)}`}>
          Order <ShortId id={orderId} />
        </Link>
        <Moment at={createdAt} />
      </p>
      <CutUrl url={url} label={`Copy URL of order ${orderId}`} />
      <p>{reasonOf(delivery)}</p>
    </>
  );
}

/** Why it failed and what to do, in a sentence each. */
function reasonOf({ disabledReason, attempts }: FailedDelivery): string {
  const last = attempts.at(-1);
  if (disabledReason === 'gone')
    return 'The receiver said 410 Gone and was turned off. It has to save its URL again.';
  if (disabledReason === 'failing')
    return 'The receiver was turned off after ten failures in a row. It has to save its URL again.';
  if (!last) return 'It was not sent yet.';
  const outcome = last.status === null ? (last.error ?? 'no reply') : `status ${last.status}`;
  if (last.status !== null && last.status >= 500)
    return `The receiver failed (${outcome}). Replay once it’s working again.`;
  if (last.status !== null)
    return `The receiver refused it (${outcome}). Check its URL and how it verifies requests.`;
  return `The receiver was not reached (${outcome}).`;
}
