import type { Erasure } from '@leadping/contracts/support/privacy-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { type Column, ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { readErasures } from './endpoints.ts';
import styles from './privacy.module.css';

const WHILE_WAITING_MS = 2000;

type Report = Erasure['services'][number];

const COLUMNS: readonly Column<Erasure>[] = [
  { key: 'person', title: 'Person', render: ({ maskedEmail }) => <bdi>{maskedEmail}</bdi> },
  { key: 'by', title: 'Requested by', render: ({ requestedBy }) => <bdi>{requestedBy}</bdi> },
  { key: 'at', title: 'Requested', render: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    key: 'services',
    title: 'Services',
    isWide: true,
    render: ({ services }) => (
      <ul className={styles.services}>
        {services.map((report) => (
          <li key={report.service}>
            {report.service.replace('svc-', '')}: {textOf(report)}
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ completedAt }) =>
      completedAt === null ? <Badge tone="warning">Waiting</Badge> : <Badge tone="success">Complete</Badge>,
  },
];

export function Erasures() {
  const { data, error, refetch } = useQuery({
    ...reading(readErasures),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ completedAt }) => completedAt === null) ? WHILE_WAITING_MS : false,
  });
  return (
    <Panel title="Erasures" text="What each service removed, and what it kept without personal details.">
      <ListTable<Erasure>
        label="Erasures"
        columns={COLUMNS}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title="No one has been erased yet" />}
      />
    </Panel>
  );
}

function textOf({ erasedAt, removed, kept }: Report): string {
  if (erasedAt === null) return 'waiting';
  const parts = [
    ...removed.map(({ collection, count }) => `${count} of ${collection} removed`),
    ...kept.map(({ collection, count }) => `${count} of ${collection} kept without the person`),
  ];
  return parts.join(', ') || 'nothing stored';
}
