import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { useCallback } from 'react';
import { ActionDialog, type Intent } from './action-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { countResellers, readResellers } from './endpoints.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ResellerActions } from './reseller-actions.tsx';
import { COLUMNS } from './reseller-columns.tsx';

const PAGE_SIZE = 25;
/** The table's columns by the server's names of their orders. */
const SORTS = {
  '-createdAt': 'newest',
  createdAt: 'oldest',
} as const;
const STATES = ['active', 'inactive'] as const;
const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

/** A dialog and the reseller that it is about. */
interface About {
  dialog: 'details' | 'edit';
  reseller: Reseller;
}

export default function ResellersView() {
  const { address, change, goToPage, isNarrowed, clear } = useListAddress({
    filters: { state: STATES },
    sorts: ['createdAt'],
  });
  const { search, cursor, page, filters, sort } = address;
  const query = {
    limit: PAGE_SIZE,
    cursor,
    search: search || undefined,
    state: filters.state,
    sort: SORTS[(sort ?? '-createdAt') as keyof typeof SORTS],
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readResellers, { query }),
    staleTime: 0,
  });
  const summary = useQuery({ ...reading(countResellers), staleTime: 0 });
  const shown = (count: number | undefined) => count ?? (summary.error ? '–' : undefined);
  const inviting = useDialog<true>();
  const { subject: about, open: show, close: closeAbout } = useDialog<About>();
  const { subject: intent, open: intend, close: closeIntent } = useDialog<Intent>();
  const inviteButton = (
    <Button type="primary" onClick={() => inviting.open(true)}>
      Invite reseller
    </Button>
  );

  const actionsOf = useCallback(
    (reseller: Reseller) => (
      <ResellerActions
        reseller={reseller}
        onOpen={(dialog) => show({ dialog, reseller })}
        onIntent={(action) => intend({ action, reseller })}
      />
    ),
    [show, intend],
  );

  return (
    <UiProvider>
      <ViewHeader title="Reseller Management" action={inviteButton}>
        Partners who sell on their own page, at their own price, into their own account.
      </ViewHeader>
      <StatCards label="Resellers">
        <StatCard label="Total resellers" value={shown(summary.data?.total)} />
        <StatCard label="Active resellers" value={shown(summary.data?.active)} />
        <StatCard label="Total revenue" value="$0" note="We take no share of their sales" />
        <StatCard label="Invitations sent" value="0" />
      </StatCards>
      <FilterBar label="Resellers">
        <SearchBox
          label="Search resellers"
          placeholder="Business, email or page"
          search={search}
          onSearch={(wanted) => change({ search: wanted })}
        />
        <FilterSelect
          label="Status"
          options={STATE_OPTIONS}
          value={filters.state}
          onChange={(state) => change({ filters: { state } })}
        />
      </FilterBar>
      <ListTable
        label="Resellers"
        columns={COLUMNS}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        sort={sort ?? '-createdAt'}
        onSort={(wanted) => change({ sort: wanted })}
        actions={actionsOf}
        empty={
          isNarrowed ? (
            <EmptyState
              title="No resellers match"
              action={<Button onClick={clear}>Show all resellers</Button>}
            />
          ) : (
            <EmptyState title="No resellers yet" action={inviteButton}>
              Invite the first one: they get a sign-in by email and set up their own page.
            </EmptyState>
          )
        }
        paging={{ page, hasNext: !!data?.nextCursor, onPage: (to) => goToPage(to, data?.nextCursor) }}
      />
      <InviteDialog isOpen={inviting.subject === true} onClose={inviting.close} />
      <DetailsDialog id={about?.dialog === 'details' ? about.reseller.id : undefined} onClose={closeAbout} />
      <EditDialog reseller={about?.dialog === 'edit' ? about.reseller : undefined} onClose={closeAbout} />
      <ActionDialog intent={intent} onClose={closeIntent} />
    </UiProvider>
  );
}
