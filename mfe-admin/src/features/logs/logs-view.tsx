import {
  listSystemLogs as readLogs,
  clearSystemLogs as clearLogs,
} from '@leadping/contracts/endpoints/support/system-log';
import { LOG_FILTERS } from '@leadping/contracts/support/vocabulary';
import type { SystemLog } from '@leadping/contracts/support/system-log-routes';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { fold } from '@leadping/web-kit/fold';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { keepPreviousData, useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { LogList } from './log-list.tsx';

/** Specification §9. */
const LIMIT = 200;
const POLL_MS = 5000;
const KEPT_DAYS = 7;

const CATEGORIES = [
  { value: 'all', label: 'All' },
  ...LOG_FILTERS.map((value) => ({ value, label: value })),
] as const;

export default function LogsView() {
  const { address, change, isNarrowed, clear } = useListAddress({ filters: { category: LOG_FILTERS } });
  const { category } = address.filters;
  const traceId = traceIdIn(address.search);
  const isSearchedHere = address.search.trim() !== '' && traceId === undefined;
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...reading(readLogs, { query: { category, traceId, limit: LIMIT } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  const clearing = useDialog<true>();
  const found = data?.filter((log) => belongsTo(log, address.search));
  // If the previous filter had no matches, show a skeleton until the new entries have loaded.
  const shown = found?.length === 0 && isPlaceholderData ? undefined : found;

  return (
    <UiProvider>
      <ViewHeader
        title="System Logs"
        action={<Button onClick={() => clearing.open(true)}>Clear old logs</Button>}
      >
        What the services report, newest first. New entries appear automatically.
      </ViewHeader>
      <FilterBar label="System logs">
        <SearchBox
          label="Filter by trace ID"
          placeholder="Trace, order or license ID"
          search={address.search}
          onSearch={(search) => change({ search })}
        />
        <FilterSelect
          label="Category"
          options={CATEGORIES}
          value={category ?? 'all'}
          onChange={(value) => change({ filters: { category: value } })}
        />
      </FilterBar>
      {error && (
        <LoadError
          title={data ? 'These logs may be out of date' : "We couldn't load the logs"}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!shown && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {shown?.length === 0 && (
        <EmptyState
          title={isNarrowed ? 'No logs match these filters' : 'No logs yet'}
          action={isNarrowed && <Button onClick={clear}>Show all logs</Button>}
        >
          {!isNarrowed
            ? 'Payments, emails, licenses and sign-ins are reported here.'
            : isSearchedHere &&
              `Only the newest ${LIMIT} entries are searched for this. The timeline of an order leads to all entries of each of its steps.`}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <LogList logs={shown} onTrace={(traceId) => change({ search: traceId })} />
      )}
      <ClearDialog isOpen={clearing.subject === true} onClose={clearing.close} />
    </UiProvider>
  );
}

/** A whole trace ID is searched by the server, among all entries; anything else among the newest, on the page. */
function traceIdIn(search: string): string | undefined {
  const wanted = search.trim().toLowerCase();
  return /^[0-9a-f]{32}$/.test(wanted) ? wanted : undefined;
}

/** Whether an entry names the id that is looked for. */
function belongsTo({ message, data }: SystemLog, id: string): boolean {
  const wanted = fold(id.trim());
  return !wanted || [message, ...Object.values(data)].some((value) => fold(String(value)).includes(wanted));
}

function ClearDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const toast = useToast();
  const onError = useFailureToast('Failed to clear logs');
  const clear = useWrite(clearLogs, {
    invalidates: [readLogs],
    onSuccess: ({ deleted }) =>
      toast({
        title: 'Logs cleared successfully',
        description: deleted === 1 ? '1 entry was removed.' : `${deleted} entries were removed.`,
        tone: 'success',
      }),
    onError,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Clear logs older than ${KEPT_DAYS} days?`}
      confirmLabel="Clear old logs"
      isPending={clear.isPending}
      onConfirm={() => clear.mutate({ query: {}, body: { days: KEPT_DAYS } }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Entries of the last {KEPT_DAYS} days stay. This action cannot be undone.
    </ConfirmDialog>
  );
}
