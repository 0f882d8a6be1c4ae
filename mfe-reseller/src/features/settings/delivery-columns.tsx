import { ORDER_WEBHOOK_EVENTS } from '@leadping/contracts/commerce/webhook-event';
import type { Reply } from '@leadping/web-kit/api/call';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CutUrl } from '@leadping/web-kit/dashboard/cut-url.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { minuteText } from '@leadping/web-kit/page/dates.ts';
import type { readDeliveries } from '../../endpoints.ts';
import styles from './settings.module.css';

export type Delivery = Reply<typeof readDeliveries>['deliveries'][number];
type Attempt = Delivery['attempts'][number];

const STATES = {
  delivered: <Badge tone="success">Delivered</Badge>,
  waiting: <Badge tone="warning">Waiting</Badge>,
  stopped: <Badge tone="danger">Stopped</Badge>,
} as const;

export const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'createdAt', title: 'Time', render: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'orderId',
    title: 'Order',
    render: ({ orderId }) => <ShortId id={orderId} copies={`ID of order ${orderId}`} />,
  },
  {
    key: 'event',
    title: 'Event',
    render: ({ event = 'order.completed' }) => ORDER_WEBHOOK_EVENTS[event].label,
  },
  {
    key: 'url',
    title: 'URL',
    isWide: true,
    render: ({ url, orderId }) => <CutUrl url={url} label={`Copy URL of order ${orderId}`} />,
  },
  { key: 'state', title: 'Status', render: ({ state }) => STATES[state] },
  { key: 'attempts', title: 'Attempts', render: (delivery) => <Attempts delivery={delivery} /> },
];

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
