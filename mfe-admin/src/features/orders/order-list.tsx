import type { AdminOrder, OrderStatus } from '@leadping/contracts/commerce/order-routes';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { ExportLink } from '@leadping/web-kit/dashboard/export-link.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { useQuery } from '@leadping/web-kit/query';
import { Button } from '@leadping/web-kit/ui/core';
import { exportOrders, readOrders } from './endpoints.ts';
import { COLUMNS, STATUSES } from './order-columns.tsx';

const PAGE_SIZE = 25;
const STATUS_NAMES = Object.keys(STATUSES) as OrderStatus[];
const FILTERS = [...STATUS_NAMES, 'withdrawal-request'] as const;
const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  ...STATUS_NAMES.map((value) => ({ value, label: STATUSES[value][1] })),
  { value: 'withdrawal-request', label: 'Withdrawal requests' },
] as const;
/** The table's columns by the server's names of their orders. */
const SORTS = {
  '-createdAt': 'newest',
  createdAt: 'oldest',
  '-amount': 'highest',
  amount: 'lowest',
} as const;

export function OrderList() {
  const { address, change, goToPage, isNarrowed, clear } = useListAddress({
    filters: { status: FILTERS },
    sorts: ['createdAt', 'amount'],
  });
  const { search, cursor, page, sort, filters } = address;
  const filter = { search: search || undefined, status: filters.status };
  const query = {
    ...filter,
    limit: PAGE_SIZE,
    cursor,
    sort: SORTS[(sort ?? '-createdAt') as keyof typeof SORTS],
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readOrders, { query }),
    staleTime: 0,
  });

  return (
    <>
      <FilterBar label="Orders">
        <SearchBox
          label="Search orders"
          placeholder="Email, order ID or session ID"
          search={search}
          onSearch={(wanted) => change({ search: wanted })}
        />
        <FilterSelect
          label="Status"
          options={STATUS_OPTIONS}
          value={filters.status}
          onChange={(status) => change({ filters: { status } })}
        />
        <ExportLink path={exportOrders.path} wanted={filter} />
      </FilterBar>
      <ListTable<AdminOrder>
        label="Orders"
        columns={COLUMNS}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        sort={sort ?? '-createdAt'}
        onSort={(wanted) => change({ sort: wanted })}
        empty={
          isNarrowed ? (
            <EmptyState title="No orders match" action={<Button onClick={clear}>Show all orders</Button>}>
              Search by the beginning of an email address, an order ID or a session ID.
            </EmptyState>
          ) : (
            <EmptyState title="No orders yet">The first sale appears here automatically.</EmptyState>
          )
        }
        paging={{ page, hasNext: !!data?.nextCursor, onPage: (to) => goToPage(to, data?.nextCursor) }}
      />
    </>
  );
}
