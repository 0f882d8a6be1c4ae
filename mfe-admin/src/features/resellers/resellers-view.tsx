import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useSessionEnd } from '@leadping/web-kit/session/use-session-end';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { ActionDialog, type Intent } from './action-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { readResellers } from './endpoints.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ResellerActions } from './reseller-actions.tsx';
import { COLUMNS } from './reseller-columns.tsx';

const PAGE_SIZE = 25;
const STATES = ['active', 'inactive'] as const;
const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

/** A dialog and the reseller that it is about. */
interface Open {
  dialog: 'details' | 'edit';
  reseller: Reseller;
}

export default function ResellersView() {
  const { address, change, goToPage, isNarrowed, clear } = useListAddress({ filters: { state: STATES } });
  const { data, error, refetch } = useQuery({ ...reading(readResellers), staleTime: 0 });
  useSessionEnd(error);
  const [isInviting, setIsInviting] = useState(false);
  const [open, setOpen] = useState<Open>();
  const [intent, setIntent] = useState<Intent>();
  const matching = data?.filter((reseller) => matches(reseller, address.search, address.filters.state));
  const start = (address.page - 1) * PAGE_SIZE;
  const inviteButton = (
    <Button type="primary" onClick={() => setIsInviting(true)}>
      Invite reseller
    </Button>
  );

  const actionsOf = (reseller: Reseller) => (
    <ResellerActions
      reseller={reseller}
      onOpen={(dialog) => setOpen({ dialog, reseller })}
      onIntent={(action) => setIntent({ action, reseller })}
    />
  );

  return (
    <UiProvider>
      <ViewHeader title="Reseller Management" action={inviteButton}>
        Who sells under their own page, price and payment account.
      </ViewHeader>
      <StatCards label="Resellers">
        <StatCard label="Total resellers" value={data?.length} />
        <StatCard label="Active resellers" value={data?.filter(({ isActive }) => isActive).length} />
        <StatCard label="Total revenue" value="$0" note="We take no share of their sales" />
        <StatCard label="Invitations sent" value="0" />
      </StatCards>
      <FilterBar label="Resellers">
        <SearchBox
          label="Search resellers"
          placeholder="Business, email, username or page"
          search={address.search}
          onSearch={(search) => change({ search })}
        />
        <FilterSelect
          label="Status"
          options={STATE_OPTIONS}
          value={address.filters.state ?? 'all'}
          onChange={(state) => change({ filters: { state: state === 'all' ? undefined : state } })}
        />
      </FilterBar>
      <ListTable
        label="Resellers"
        columns={COLUMNS}
        rows={matching?.slice(start, start + PAGE_SIZE)}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
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
        paging={{
          page: address.page,
          hasNext: (matching?.length ?? 0) > start + PAGE_SIZE,
          onPage: (page) => goToPage(page),
        }}
      />
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
      <DetailsDialog
        id={open?.dialog === 'details' ? open.reseller.id : undefined}
        onClose={() => setOpen(undefined)}
      />
      <EditDialog
        reseller={open?.dialog === 'edit' ? open.reseller : undefined}
        onClose={() => setOpen(undefined)}
      />
      <ActionDialog intent={intent} onClose={() => setIntent(undefined)} />
    </UiProvider>
  );
}

function matches(reseller: Reseller, search: string, state: 'active' | 'inactive' | undefined): boolean {
  if (state && reseller.isActive !== (state === 'active')) return false;
  const { businessName, userEmail, username, subdomain, id } = reseller;
  const wanted = search.trim().toLowerCase();
  return [businessName, userEmail, username, subdomain, id].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}
