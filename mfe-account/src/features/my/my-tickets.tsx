import { listOwnTickets } from '@leadping/contracts/endpoints/support/own-data';
import type { OwnTicket } from '@leadping/contracts/support/own-data-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import list from '@leadping/web-kit/dashboard/item-list.module.css';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { Skeleton } from '@leadping/web-kit/ui/core';
import styles from './my.module.css';

const STATES: Record<OwnTicket['status'], [BadgeTone, string]> = {
  open: ['signal', 'Open'],
  in_progress: ['warning', 'In progress'],
  resolved: ['success', 'Resolved'],
  closed: ['neutral', 'Closed'],
};

export function MyTickets() {
  const { data, error, refetch } = useQuery({ ...reading(listOwnTickets), staleTime: 0 });
  return (
    <Panel
      title="Tickets"
      action={
        <Link className={styles.link} to="/support?tab=contact">
          Ask a question
        </Link>
      }
    >
      {error && !data && (
        <LoadError title="We couldn't load your tickets" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {data?.length === 0 && <p className={styles.note}>You have not asked us anything yet.</p>}
      <ul className={list.list} aria-label="Tickets">
        {data?.map(({ ticketNumber, subject, status, updatedAt }) => (
          <li key={ticketNumber} className={list.row}>
            <div>
              <p className={list.name}>
                <bdi>{subject}</bdi> <Badge tone={STATES[status][0]}>{STATES[status][1]}</Badge>
              </p>
              <p className={list.facts}>
                <span>{ticketNumber}</span>
                <span>
                  Last change <Moment at={updatedAt} />
                </span>
              </p>
            </div>
            <Link
              className={styles.link}
              to={`/ticket/${ticketNumber}`}
              aria-label={`Open ticket ${ticketNumber}`}
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
