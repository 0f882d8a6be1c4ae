import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import type { Answer } from '@leadping/web-kit/api/call';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { type Column, ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { RotateCw } from 'lucide-react';
import { readDeliveries, replayDelivery } from '../../endpoints.ts';
import { cutUrl } from '../cut-url.ts';
import { minuteText } from '../dates.ts';
import styles from './settings.module.css';

type Delivery = Answer<typeof readDeliveries>['deliveries'][number];
type Attempt = Delivery['attempts'][number];

const STATES = {
  delivered: <Badge tone="success">Delivered</Badge>,
  waiting: <Badge tone="warning">Waiting</Badge>,
  stopped: <Badge tone="danger">Stopped</Badge>,
} as const;

/** While something is on its way the log follows it. */
const FOLLOW_MS = 5000;

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'createdAt', title: 'Time', render: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'orderId',
    title: 'Order',
    render: ({ orderId }) => (
      <span className={styles.url}>
        <code>{orderId}</code>
      </span>
    ),
  },
  {
    key: 'url',
    title: 'URL',
    isWide: true,
    render: ({ url, orderId }) => (
      <span className={styles.url}>
        <code title={url}>{cutUrl(url)}</code>
        <CopyButton text={url} label={`Copy URL of order ${orderId}`} />
      </span>
    ),
  },
  { key: 'state', title: 'Status', render: ({ state }) => STATES[state] },
  { key: 'attempts', title: 'Attempts', render: (delivery) => <Attempts delivery={delivery} /> },
];

/** What was sent to the order webhook, and what came back. */
export function Deliveries() {
  const toast = useToast();
  const { data, error, refetch } = useQuery({
    ...reading(readDeliveries),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'waiting') ? FOLLOW_MS : false,
  });
  const onFailure = useFailureToast('Replay Failed', 'Failed to replay the delivery');
  const replay = useWrite(replayDelivery, {
    invalidates: [readDeliveries],
    onSuccess: ({ message }) => toast({ title: 'Replay Started', description: message, tone: 'success' }),
    onError: onFailure,
  });
  const replaying = replay.isPending ? replay.variables?.params.id : undefined;
  const actionsOf = ({ id, orderId }: Delivery) => (
    <Button
      size="small"
      loading={replaying === id}
      aria-label={`Replay delivery of order ${orderId}`}
      onClick={() => replay.mutate({ params: { id } })}
    >
      Replay
    </Button>
  );
  return (
    <div className={styles.log}>
      <Panel
        title="Delivery log"
        text="The last 100 deliveries. A failed one is sent again for a day; replay it here at any time."
        action={
          <Button icon={<RotateCw size={16} />} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      >
        <ListTable
          label="Deliveries"
          columns={COLUMNS}
          rows={data?.deliveries}
          keyOf={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState title="No deliveries yet">
              With a webhook URL saved, each completed order appears here.
            </EmptyState>
          }
          actions={actionsOf}
        />
      </Panel>
    </div>
  );
}

function Attempts({ delivery: { attempts, nextAttemptAt } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  if (!last) return 'None yet';
  return (
    <details className={styles.attempts}>
      <summary>
        {attempts.length}, last {outcomeOf(last)}
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            {minuteText(attempt.at)}: {outcomeOf(attempt)} in {attempt.durationMs} ms
          </li>
        ))}
      </ol>
      {nextAttemptAt && <p>Next: {minuteText(nextAttemptAt)}</p>}
    </details>
  );
}

const outcomeOf = ({ status, error }: Attempt) => error ?? (status === null ? 'no reply' : String(status));
