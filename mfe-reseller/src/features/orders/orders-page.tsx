import type { Order, OrderSort } from '@leadping/contracts/commerce/order-routes';
import { readingPage } from '@leadping/web-kit/api/read-page';
import action from '@leadping/web-kit/dashboard/action.module.css';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { ExportLink } from '@leadping/web-kit/dashboard/export-link.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { whenIdle } from '@leadping/web-kit/dashboard/when-idle.ts';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import { Mail, ReceiptText, Scale, Undo2 } from 'lucide-react';
import { Suspense, useCallback, useEffect } from 'react';
import { exportOrders, readOrders } from '../../endpoints.ts';
import { HOME } from '../account/home.ts';
import { COLUMNS } from './order-columns.tsx';
import { OrderStats } from './order-stats.tsx';
import { RANGES, type Range, startOf } from './ranges.ts';
import { FRESH } from '../fresh.ts';

/** With antd's dialog, which the list itself does without: loaded once the list is here and nothing else is to be done. */
const loadCorrectEmail = () => import('./correct-email.tsx');
const CorrectEmail = reloadable(loadCorrectEmail);
const OrderDisputes = reloadable(() => import('./order-disputes.tsx'));
const RefundOrder = reloadable(() => import('./refund-order.tsx'));

const PAGE_SIZE = 25;
/** How often the list is read while Stripe has not confirmed a refund yet. */
const REFUND_POLL_MS = 4000;
const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
] as const;
/** Only the overview's notice leads to it. */
const DISPUTED = { value: 'disputed', label: 'Disputed' } as const;
/** Shown once there is one. */
const WITHDRAWALS = { value: 'withdrawal-request', label: 'Withdrawal requests' } as const;
/** The server's orders by the columns' names. */
const SORTS: Partial<Record<string, OrderSort>> = {
  '-createdAt': 'newest',
  createdAt: 'oldest',
  '-amount': 'highest',
  amount: 'lowest',
};
const NEWEST = '-createdAt';

/** The list's options, in the address. */
const LIST = {
  filters: {
    status: ['completed', 'pending', 'failed', 'withdrawal-request', 'disputed'],
    range: ['today', '7', '30', '90'],
  },
  sorts: ['createdAt', 'amount'],
} as const;

export default function OrdersPage() {
  const list = useListAddress(LIST);
  const { subject: correcting, open, close } = useDialog<Order>();
  const wasOpened = useLast(correcting) !== undefined;
  const refund = useDialog<Order>();
  const wasRefundOpened = useLast(refund.subject) !== undefined;
  const { open: openRefund } = refund;
  const dispute = useDialog<Order>();
  const wasDisputeOpened = useLast(dispute.subject) !== undefined;
  const { open: openDispute } = dispute;
  const { search, filters, sort, cursor, page } = list.address;
  const wanted = { search: search || undefined, status: filters.status };
  const from = startOf(filters.range);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readOrders, {
      query: { ...wanted, from, sort: SORTS[sort ?? NEWEST], cursor, limit: PAGE_SIZE },
    }),
    ...FRESH,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ isRefundRequested }) => isRefundRequested) ? REFUND_POLL_MS : false,
  });

  const hasWithdrawal = data?.rows.some(({ withdrawal }) => withdrawal?.isOpen) === true;
  const hasRows = (data?.rows.length ?? 0) > 0;
  useEffect(() => (hasRows ? whenIdle(() => void loadCorrectEmail().catch(() => {})) : undefined), [hasRows]);

  const actionsOf = useCallback(
    (order: Order) => (
      <>
        {order.receiptPath && (
          <IconButton
            label={`Receipt of order ${order.id}`}
            icon={ReceiptText}
            onClick={() => globalThis.open(order.receiptPath, '_blank', 'noopener')}
          />
        )}
        {(order.status === 'completed' || order.withdrawal?.isOpen) && (
          <IconButton label={`Refund order ${order.id}`} icon={Undo2} onClick={() => openRefund(order)} />
        )}
        {(order.hasDispute || order.hasInquiry || order.status === 'disputed') && (
          <IconButton
            label={`Dispute of order ${order.id}`}
            icon={Scale}
            onClick={() => openDispute(order)}
          />
        )}
        <IconButton label={`Correct email of order ${order.id}`} icon={Mail} onClick={() => open(order)} />
      </>
    ),
    [open, openRefund, openDispute],
  );

  return (
    <>
      <ViewHeader
        title="Orders"
        action={<ExportLink path={exportOrders.path} wanted={{ ...wanted, from }} />}
      >
        What your customers paid, newest first.
      </ViewHeader>
      <OrderStats />
      <FilterBar label="Orders">
        <SearchBox
          label="Search orders"
          placeholder="Email, order ID or session ID"
          search={search}
          onSearch={(text) => list.change({ search: text })}
        />
        <FilterSelect
          label="Status"
          options={[
            ...STATUSES,
            ...(filters.status === 'disputed' ? [DISPUTED] : []),
            ...(filters.status === 'withdrawal-request' || hasWithdrawal ? [WITHDRAWALS] : []),
          ]}
          value={filters.status}
          onChange={(status) => list.change({ filters: { status } })}
        />
        <FilterSelect<Range | 'all'>
          label="Date range"
          options={RANGES}
          value={filters.range}
          onChange={(range) => list.change({ filters: { range } })}
        />
      </FilterBar>
      <ListTable
        label="Orders"
        columns={COLUMNS}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        sort={sort ?? NEWEST}
        onSort={(by) => list.change({ sort: by === NEWEST ? undefined : by })}
        paging={{
          page,
          hasNext: data?.nextCursor !== undefined,
          onPage: (to) => list.goToPage(to, data?.nextCursor),
        }}
        actions={actionsOf}
        empty={<NoOrders isNarrowed={list.isNarrowed} onClear={list.clear} />}
      />
      {wasRefundOpened && (
        <Suspense>
          <RefundOrder order={refund.subject} onClose={refund.close} />
        </Suspense>
      )}
      {wasDisputeOpened && (
        <Suspense>
          <OrderDisputes order={dispute.subject} onClose={dispute.close} />
        </Suspense>
      )}
      {wasOpened && (
        <Suspense>
          <CorrectEmail order={correcting} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function NoOrders({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No orders found"
      action={
        isNarrowed ? (
          <button type="button" className={action.secondary} onClick={onClear}>
            Clear Filters
          </button>
        ) : (
          <Link to={`${HOME}/sales-page`} className={action.primary}>
            Share your sales page
          </Link>
        )
      }
    >
      {isNarrowed
        ? 'No order matches the search and the filters.'
        : 'Your first order appears here as soon as somebody pays on your page.'}
    </EmptyState>
  );
}
