import type { TimelineEntry } from '@leadping/contracts/timeline';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { secondText } from '@leadping/web-kit/page/dates.ts';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { useSession } from '@leadping/web-kit/session/session';
import { useSessionEnd } from '@leadping/web-kit/session/use-session-end';
import { Alert, Button, Skeleton } from '@leadping/web-kit/ui/core';
import { useEffect, useRef } from 'react';
import { amountOf } from './customer.tsx';
import styles from './customer.module.css';
import { readTimeline } from './endpoints.ts';

const STATES: Record<TimelineEntry['state'], [BadgeTone, string] | null> = {
  ok: null,
  warning: ['warning', 'Attention'],
  failed: ['danger', 'Failed'],
  waiting: ['warning', 'Waiting'],
};
const PARTS = { 'svc-licensing': 'license and devices', 'svc-support': 'emails' } as const;

interface OrderTimelineProps {
  ticketId: string;
  orderId: string;
  onBack: () => void;
}

/** The timeline of one order. It replaces the customer panel, so that the conversation stays visible. */
export function OrderTimeline({ ticketId, orderId, onBack }: OrderTimelineProps) {
  const { user } = useSession();
  const back = useRef<HTMLButtonElement>(null);
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(readTimeline, { params: { id: ticketId, orderId } }),
    staleTime: 0,
  });
  const isLate = useDelayed(!data && !error);
  useSessionEnd(error);
  // The button that opened it was removed.
  useEffect(() => back.current?.focus(), []);
  return (
    <section aria-label="Order timeline">
      <button ref={back} type="button" className={styles.link} onClick={onBack}>
        Back to the customer
      </button>
      {error && !data && (
        <LoadError
          title="We couldn't load this order"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isLate && <Skeleton active paragraph={{ rows: 5 }} />}
      {data && (
        <>
          <h3 className={styles.order}>
            {amountOf(data.order)} <ShortId id={data.order.id} copies="order ID" />
          </h3>
          {user?.role === 'admin' && (
            <p className={styles.quiet}>
              <Link to={`/admin/orders?order=${encodeURIComponent(orderId)}`}>Open in Orders</Link>
            </p>
          )}
          {data.missing.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title="Part of this timeline is missing"
              description={`The ${data.missing.map((name) => PARTS[name]).join(' and the ')} did not load.`}
              action={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            />
          )}
          <ol className={styles.timeline} aria-label="Timeline">
            {data.entries.map((entry, index) => (
              // Entries have no id and never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} data-state={entry.state}>
                <p className={styles.line}>
                  <strong>{entry.title}</strong>
                  {STATES[entry.state] && (
                    <Badge tone={STATES[entry.state]?.[0] ?? 'neutral'}>{STATES[entry.state]?.[1]}</Badge>
                  )}
                </p>
                {entry.detail && (
                  <p className={styles.reason}>
                    <bdi>{entry.detail}</bdi>
                  </p>
                )}
                <p className={styles.quiet}>
                  <Moment at={entry.at} /> <span>{secondText(entry.at)}</span>
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
