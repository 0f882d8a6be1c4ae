import type { Reply } from '@leadping/web-kit/api/call';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterSelect } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { RotateCw } from 'lucide-react';
import { useCallback } from 'react';
import { readDeliveries, replayDeliveries, replayDelivery } from '../../endpoints.ts';
import { COLUMNS, type Delivery } from './delivery-columns.tsx';
import styles from './settings.module.css';
import { FRESH } from '../fresh.ts';

const PAGE_SIZE = 25;
/** Interval of refreshes while a delivery is pending, in ms. */
const FOLLOW_MS = 5000;
const STATES = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'stopped', label: 'Stopped' },
] as const;
const LIST = { filters: { state: ['delivered', 'waiting', 'stopped'] } } as const;

/** The deliveries to the order webhook, and their replies. */
export function Deliveries() {
  const list = useListAddress(LIST);
  const { filters, cursor, page } = list.address;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readDeliveries, { query: { state: filters.state, cursor, limit: PAGE_SIZE } }),
    ...FRESH,
    refetchInterval: ({ state }) =>
      state.data?.rows.deliveries.some((delivery) => delivery.state === 'waiting') ? FOLLOW_MS : false,
  });
  const deliveries = data?.rows.deliveries;
  const stopped = (deliveries ?? []).filter(({ state }) => state === 'stopped').map(({ id }) => id);
  const { replay, replaying, replayAll } = useReplay();
  const actionsOf = useCallback(
    ({ id, orderId }: Delivery) => (
      <Button
        size="small"
        loading={replaying === id}
        aria-label={`Replay delivery of order ${orderId}`}
        onClick={() => replay({ params: { id } })}
      >
        Replay
      </Button>
    ),
    [replay, replaying],
  );

  return (
    <div className={styles.log}>
      <Panel
        title="Delivery log"
        text="We retry a failed delivery for three days. You can replay it here at any time."
        action={
          <span className={styles.choices}>
            <FilterSelect
              label="Status"
              options={STATES}
              value={filters.state}
              onChange={(state) => list.change({ filters: { state } })}
            />
            {stopped.length > 1 && (
              <Button
                loading={replayAll.isPending}
                onClick={() => replayAll.mutate({ body: { ids: stopped } })}
              >
                Replay {stopped.length} stopped
              </Button>
            )}
            <Button icon={<RotateCw size={16} />} onClick={() => void refetch()}>
              Refresh
            </Button>
          </span>
        }
      >
        <ListTable
          label="Deliveries"
          columns={COLUMNS}
          rows={deliveries}
          error={error}
          onRetry={() => void refetch()}
          isChanging={isPlaceholderData}
          paging={{
            page,
            hasNext: data?.nextCursor !== undefined,
            onPage: (wanted) => list.goToPage(wanted, data?.nextCursor),
          }}
          empty={<NoDeliveries isNarrowed={list.isNarrowed} onClear={list.clear} />}
          actions={actionsOf}
        />
      </Panel>
    </div>
  );
}

function useReplay() {
  const toast = useToast();
  const onError = useFailureToast('Replay Failed', 'Failed to replay the delivery');
  const replay = useWrite(replayDelivery, {
    invalidates: [readDeliveries],
    onSuccess: ({ message }: Reply<typeof replayDelivery>) =>
      toast({ title: 'Replay Started', description: message, tone: 'success' }),
    onError,
  });
  const replayAll = useWrite(replayDeliveries, {
    invalidates: [readDeliveries],
    onSuccess: ({ replayed, skipped }) =>
      toast({
        title: replayed > 0 ? 'Replay Started' : 'Nothing to Replay',
        description: [
          replayed > 0 && `${replayed} ${replayed === 1 ? 'is' : 'are'} on the way`,
          skipped > 0 && `${skipped} skipped: arrived already, or replayed less than a minute ago`,
        ]
          .filter(Boolean)
          .join(', ')
          .concat('.'),
        tone: replayed > 0 ? 'success' : 'neutral',
      }),
    onError,
  });
  return {
    replay: replay.mutate,
    replayAll,
    replaying: replay.isPending ? replay.variables?.params.id : undefined,
  };
}

function NoDeliveries({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState title="No deliveries match" action={<Button onClick={onClear}>Show all</Button>} />
  ) : (
    <EmptyState title="No deliveries yet">
      With a webhook URL saved, each completed order appears here.
    </EmptyState>
  );
}
