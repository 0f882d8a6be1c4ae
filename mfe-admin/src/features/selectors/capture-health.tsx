import { formatWhole } from '@leadping/contracts/currency';
import type { CaptureAlert } from '@leadping/contracts/licensing/capture-report-routes';
import { FIELD_NAMES } from '@leadping/contracts/licensing/field-names';
import { reading } from '@leadping/web-kit/api/hooks';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Pager } from '@leadping/web-kit/dashboard/pager.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { keepPreviousData, useQuery } from '@leadping/web-kit/query';
import { Alert, Skeleton } from '@leadping/web-kit/ui/core';
import { Segmented } from '@leadping/web-kit/ui/menu';
import { useState } from 'react';
import styles from './capture-health.module.css';
import { readCaptureHealth } from './endpoints.ts';
import { LayoutHealth } from './layout-health.tsx';

const PERIODS = [
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
];
const PER_PAGE = 10;

/** How often captures do not find a field, by layout and day: whether the networking site has changed its pages. */
export function CaptureHealth({ published }: { published: number }) {
  const [days, setDays] = useState(7);
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...reading(readCaptureHealth, { query: { days, page } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title="Capture health"
      text="How often a press of the button did not find a field. Extensions report counts, names of fields and a fingerprint of the page’s layout, and nothing of a person. The email is left out, because few profiles show one."
      action={
        <Segmented
          aria-label="Period"
          value={days}
          options={PERIODS}
          onChange={(value) => {
            setDays(value);
            setPage(1);
          }}
        />
      }
    >
      {error && !data && (
        <LoadError
          title="We couldn't load the capture health"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} title={false} />}
      {data?.layoutCount === 0 && (
        <EmptyState title="No presses in this period">
          Each layout of the profile page appears here once somebody presses the button on it.
        </EmptyState>
      )}
      {data && data.layoutCount > 0 && (
        <div aria-busy={isPlaceholderData}>
          {data.alerts.map((alert) => (
            <FailingLayout key={`${alert.at} ${alert.layout}`} alert={alert} />
          ))}
          <p className={styles.total}>
            {countOf(data.total.presses, 'press', 'presses')} on{' '}
            {countOf(data.layoutCount, 'layout', 'layouts')}
          </p>
          <ul className={styles.layouts} aria-label="Layouts">
            {data.layouts.map((health) => (
              <LayoutHealth key={health.layout} health={health} published={published} />
            ))}
          </ul>
          {data.layoutCount > PER_PAGE && (
            <Pager
              page={page}
              hasNext={page * PER_PAGE < data.layoutCount}
              total={data.layoutCount}
              isChanging={isPlaceholderData}
              onPage={setPage}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

function FailingLayout({ alert }: { alert: CaptureAlert }) {
  const { layout, at, presses, licenses, failures, fields } = alert;
  const failed = fields.map(
    (field) => `${FIELD_NAMES[field]} was not found in ${failures[field] ?? 0} of ${presses} presses`,
  );
  return (
    <Alert
      className={styles.alert}
      type="warning"
      showIcon
      title={
        <>
          Captures on layout <code>{layout}</code> began to fail <Moment at={at} />
        </>
      }
      description={`${failed.join(', ')}, of at least ${licenses} licenses within an hour. Publish selectors that find it: extensions use them without an update.`}
    />
  );
}

const countOf = (count: number, one: string, many: string) =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;
