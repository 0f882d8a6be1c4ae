import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { readingPage } from '@leadping/web-kit/api/read-page';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { ListTable } from '@leadping/web-kit/dashboard/list-table.tsx';
import { RotateKey } from '@leadping/web-kit/dashboard/rotate-key.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { useCallback, useMemo } from 'react';
import { CorrectLicenseEmail } from './correct-email.tsx';
import { CreateLicenseDialog } from './create-license-dialog.tsx';
import { deactivateLicense, listDevices, readLicenses, rotateKey } from './endpoints.ts';
import { licenseColumns } from './license-columns.tsx';
import { LICENSE_FILTERS, LicenseFilters } from './license-filters.tsx';
import styles from './licenses.module.css';

const PAGE_SIZE = 25;
/** The table's column by the server's names of its orders. */
const SORTS = { '-createdAt': 'newest', createdAt: 'oldest' } as const;

export default function LicensesView() {
  const list = useListAddress({ filters: LICENSE_FILTERS, sorts: ['createdAt'] });
  const { address, change, goToPage, isNarrowed, clear } = list;
  const { search, cursor, page, filters, sort = '-createdAt' } = address;
  const filter = { search: search || undefined, ...filters };
  const query = { ...filter, limit: PAGE_SIZE, cursor, sort: SORTS[sort as keyof typeof SORTS] };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readingPage(readLicenses, { query }),
    staleTime: 0,
  });
  const creating = useDialog<true>();
  const { subject: correcting, open: askForEmail, close: closeCorrecting } = useDialog<AdminLicense>();
  const { subject: ending, open: askToEnd, close: closeEnding } = useDialog<AdminLicense>();
  const rotating = useDialog<AdminLicense>();
  const askToRotate = rotating.open;
  const rotated = useLast(rotating.subject);
  const create = (
    <Button type="primary" onClick={() => creating.open(true)}>
      Create Manual License
    </Button>
  );

  const columns = useMemo(() => licenseColumns(askForEmail), [askForEmail]);
  const actionsOf = useCallback(
    (license: AdminLicense) =>
      license.isActive && (
        <span className={styles.actions}>
          <Button size="small" onClick={() => askToRotate(license)}>
            Rotate key
          </Button>
          <Button size="small" danger onClick={() => askToEnd(license)}>
            Deactivate
          </Button>
        </span>
      ),
    [askToEnd, askToRotate],
  );

  return (
    <UiProvider>
      <ViewHeader title="License Management" action={create}>
        Every license ever issued, whoever sold it.
      </ViewHeader>
      <LicenseFilters address={address} change={change} />
      <ListTable
        label="Licenses"
        columns={columns}
        rows={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        sort={sort}
        onSort={(wanted) => change({ sort: wanted })}
        actions={actionsOf}
        empty={
          isNarrowed ? (
            <EmptyState title="No licenses match" action={<Button onClick={clear}>Show all licenses</Button>}>
              Search by a whole key, a license ID or the beginning of an email address.
            </EmptyState>
          ) : (
            <EmptyState title="No licenses yet" action={create}>
              The first sale issues one automatically.
            </EmptyState>
          )
        }
        paging={{ page, hasNext: !!data?.nextCursor, onPage: (to) => goToPage(to, data?.nextCursor) }}
      />
      <CreateLicenseDialog isOpen={creating.subject === true} onClose={creating.close} />
      <CorrectLicenseEmail license={correcting} onClose={closeCorrecting} />
      <RotateKey
        license={rotating.subject}
        owner={rotated?.email ?? ''}
        listDevices={listDevices}
        rotateKey={rotateKey}
        invalidates={[readLicenses]}
        onClose={rotating.close}
      />
      <DeactivateDialog license={ending} onClose={closeEnding} />
    </UiProvider>
  );
}

function DeactivateDialog({ license, onClose }: { license: AdminLicense | undefined; onClose: () => void }) {
  const shown = useLast(license);
  const toast = useToast();
  const onError = useFailureToast('Failed to deactivate license');
  const deactivate = useWrite(deactivateLicense, {
    invalidates: [readLicenses],
    onSuccess: () => toast({ title: 'License deactivated successfully', tone: 'success' }),
    onError,
  });
  return (
    <ConfirmDialog
      isOpen={license !== undefined}
      title="Deactivate this license?"
      confirmLabel="Deactivate license"
      isPending={deactivate.isPending}
      onConfirm={() =>
        license && deactivate.mutate({ params: { licenseKey: license.licenseKey } }, { onSuccess: onClose })
      }
      onCancel={onClose}
    >
      <bdi>{shown?.email}</bdi> can no longer use <code>{shown?.licenseKey}</code>. Its record stays.
    </ConfirmDialog>
  );
}
