import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { ExportLink } from '@leadping/web-kit/dashboard/export-link.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { RotateKey } from '@leadping/web-kit/dashboard/rotate-key.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { exportLicenses, listDevices, readLicenses, rotateKey } from '../../endpoints.ts';
import { CreateLicense } from './create-license.tsx';
import { DeleteLicense } from './delete-license.tsx';
import { emailOf } from './license-facts.ts';
import { LicenseActions } from './license-actions.tsx';
import { COLUMNS } from './license-columns.tsx';
import { LicenseDetails } from './license-details.tsx';
import { LicenseStats } from './license-stats.tsx';
import { StoreLink } from './store-link.tsx';
import { FRESH } from '../fresh.ts';

const PAGE_SIZE = 25;
const STATES = [
  { value: 'all', label: 'All licenses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

type Dialog = { name: 'create' } | { name: 'details' | 'rotate' | 'delete'; license: ResellerLicense };

export default function LicensesPage() {
  const { subject: dialog, open, close } = useDialog<Dialog>();
  const rotated = useLast(dialog?.name === 'rotate' ? dialog.license : undefined);
  const list = useListAddress({ filters: { status: ['active', 'inactive'] } });
  const { search, filters, cursor, page } = list.address;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readLicenses, {
      query: { search: search || undefined, status: filters.status, cursor, limit: PAGE_SIZE },
    }),
    ...FRESH,
  });
  const create = () => open({ name: 'create' });
  const actionsOf = useCallback(
    (license: ResellerLicense) => (
      <LicenseActions
        license={license}
        onDetails={() => open({ name: 'details', license })}
        onRotate={() => open({ name: 'rotate', license })}
        onDelete={() => open({ name: 'delete', license })}
      />
    ),
    [open],
  );

  return (
    <UiProvider>
      <ViewHeader
        title="License Management"
        action={
          <Button type="primary" icon={<Plus size={16} />} onClick={create}>
            Create License
          </Button>
        }
      >
        Every license you sold or gave away. We email each key to the customer. <StoreLink />
      </ViewHeader>
      <LicenseStats />
      <FilterBar label="Licenses">
        <SearchBox
          label="Search licenses"
          placeholder="Customer email or license key"
          search={search}
          onSearch={(wanted) => list.change({ search: wanted })}
        />
        <FilterSelect
          label="Status"
          options={STATES}
          value={filters.status}
          onChange={(status) => list.change({ filters: { status } })}
        />
        <ExportLink
          path={exportLicenses.path}
          wanted={{ search: search || undefined, status: filters.status }}
        />
      </FilterBar>
      <ListTable
        label="Licenses"
        columns={COLUMNS}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        paging={{
          page,
          hasNext: data?.nextCursor !== undefined,
          onPage: (wanted) => list.goToPage(wanted, data?.nextCursor),
        }}
        empty={<NoLicenses isNarrowed={list.isNarrowed} onClear={list.clear} onCreate={create} />}
        actions={actionsOf}
      />
      <CreateLicense isOpen={dialog?.name === 'create'} onClose={close} />
      <LicenseDetails license={dialog?.name === 'details' ? dialog.license : undefined} onClose={close} />
      <RotateKey
        license={dialog?.name === 'rotate' ? dialog.license : undefined}
        owner={rotated ? emailOf(rotated) : ''}
        listDevices={listDevices}
        rotateKey={rotateKey}
        invalidates={[readLicenses]}
        onClose={close}
      />
      <DeleteLicense license={dialog?.name === 'delete' ? dialog.license : undefined} onClose={close} />
    </UiProvider>
  );
}

interface NoLicensesProps {
  isNarrowed: boolean;
  onClear: () => void;
  onCreate: () => void;
}

function NoLicenses({ isNarrowed, onClear, onCreate }: NoLicensesProps) {
  if (isNarrowed) {
    return (
      <EmptyState title="No licenses match" action={<Button onClick={onClear}>Clear Filters</Button>}>
        Search for the start of an email address or a whole license key.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No licenses created yet"
      action={
        <Button type="primary" onClick={onCreate}>
          Create First License
        </Button>
      }
    >
      Each paid order creates one automatically. You can also create one for a customer who paid you directly.
    </EmptyState>
  );
}
