import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { ExportLink } from '@leadping/web-kit/dashboard/export-link.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import type { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { useQuery } from '@leadping/web-kit/query';
import { exportLicenses, readSellers } from './endpoints.ts';
import { STATUSES } from './license-columns.tsx';

const MAX_SELLERS = 1000;
const STATUS_NAMES = Object.keys(STATUSES) as LicenseStatus[];
const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  ...STATUS_NAMES.map((value) => ({ value, label: STATUSES[value][1] })),
] as const;
const MODES = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
] as const;

/** Names as in the address and in the server's query. */
export const LICENSE_FILTERS = { status: STATUS_NAMES, resellerId: 'text', mode: ['live', 'test'] } as const;

type List = ReturnType<typeof useListAddress<typeof LICENSE_FILTERS>>;

export function LicenseFilters({ address, change }: Pick<List, 'address' | 'change'>) {
  const { search, filters } = address;
  return (
    <FilterBar label="Licenses">
      <SearchBox
        label="Search licenses"
        placeholder="Whole key or beginning of an email"
        search={search}
        onSearch={(wanted) => change({ search: wanted })}
      />
      <FilterSelect
        label="Status"
        options={STATUS_OPTIONS}
        value={filters.status}
        onChange={(status) => change({ filters: { status } })}
      />
      <FilterSelect
        label="Seller"
        isData
        options={useSellers(filters.resellerId)}
        value={filters.resellerId}
        onChange={(resellerId) => change({ filters: { resellerId } })}
      />
      <FilterSelect
        label="Mode"
        options={MODES}
        value={filters.mode}
        onChange={(mode) => change({ filters: { mode } })}
      />
      <ExportLink path={exportLicenses.path} wanted={{ search: search || undefined, ...filters }} />
    </FilterBar>
  );
}

/** Without the resellers' names, as while they cannot be read, the list of licenses works all the same. */
function useSellers(chosen: string | undefined) {
  const { data } = useQuery(readingPage(readSellers, { query: { limit: MAX_SELLERS, sort: 'name' } }));
  const options = [
    { value: 'all', label: 'All' },
    { value: 'direct', label: 'Direct sales' },
    ...(data?.rows ?? []).map(({ id, businessName }) => ({ value: id, label: businessName })),
  ];
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}
