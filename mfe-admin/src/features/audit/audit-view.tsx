import { listAuditEntries } from '@leadping/contracts/endpoints/support/audit';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { COLUMNS, ROLE_NAMES, SERVICE_NAMES } from './audit-columns.tsx';

const PAGE_SIZE = 50;
const ROLES = ['admin', 'support', 'reseller'] as const;
const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
const ROLE_OPTIONS = [
  { value: 'all', label: 'Everybody' },
  ...ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })),
] as const;
const AREA_OPTIONS = [
  { value: 'all', label: 'Everything' },
  ...SERVICES.map((value) => ({ value, label: SERVICE_NAMES[value] })),
] as const;

export default function AuditView() {
  const { address, change, goToPage, isNarrowed, clear } = useListAddress({
    filters: { role: ROLES, area: SERVICES },
  });
  const { search, cursor, page, filters } = address;
  const query = {
    search: search || undefined,
    role: filters.role,
    service: filters.area,
    limit: PAGE_SIZE,
    cursor,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(listAuditEntries, { query }),
    staleTime: 0,
  });

  return (
    <UiProvider>
      <ViewHeader title="Audit Log">
        What staff and resellers changed, kept for 400 days. Secrets are never recorded.
      </ViewHeader>
      <FilterBar label="Audit log">
        <SearchBox
          label="Search the audit log"
          placeholder="Username, ID, IP or path"
          search={search}
          onSearch={(wanted) => change({ search: wanted })}
        />
        <FilterSelect
          label="Who"
          options={ROLE_OPTIONS}
          value={filters.role}
          onChange={(role) => change({ filters: { role } })}
        />
        <FilterSelect
          label="What"
          options={AREA_OPTIONS}
          value={filters.area}
          onChange={(area) => change({ filters: { area } })}
        />
      </FilterBar>
      <ListTable<AuditEntry>
        label="Audit log"
        columns={COLUMNS}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        empty={
          isNarrowed ? (
            <EmptyState title="No changes match" action={<Button onClick={clear}>Show all changes</Button>}>
              Search by a whole username, ID or IP address, or by part of a path with its slash.
            </EmptyState>
          ) : (
            <EmptyState title="No changes yet">The first change appears here within seconds.</EmptyState>
          )
        }
        paging={{ page, hasNext: !!data?.nextCursor, onPage: (to) => goToPage(to, data?.nextCursor) }}
      />
    </UiProvider>
  );
}
