import type { Reply } from '@leadping/web-kit/api/call';
import { formatMoney } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { Skeleton } from '@leadping/web-kit/ui/core';
import { useEffect } from 'react';
import { OrderBadge } from '../orders/order-columns.tsx';
import { readReseller } from './endpoints.ts';
import { LicenseLimits } from './license-limits.tsx';
import { RevokeLicenses } from './revoke-licenses.tsx';
import styles from './resellers.module.css';

type Details = Reply<typeof readReseller>;

interface DetailsDialogProps {
  id: string | undefined;
  onClose: () => void;
}

export function DetailsDialog({ id: open, onClose }: DetailsDialogProps) {
  const id = useLast(open) ?? '';
  const onFailure = useFailureToast('Failed to fetch reseller details');
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(readReseller, { params: { id } }),
    enabled: open !== undefined,
    staleTime: 0,
  });
  useEffect(() => {
    if (error) onFailure(error);
  }, [error, onFailure]);

  return (
    <FormDialog
      isOpen={open !== undefined}
      title={data ? <bdi>{data.reseller.businessName}</bdi> : 'Reseller'}
      width={720}
      onClose={onClose}
    >
      {error && !data && (
        <LoadError
          title="Failed to fetch reseller details"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && <DetailsBody {...data} />}
    </FormDialog>
  );
}

function DetailsBody({ reseller, user, orders }: Details) {
  const facts: [string, string][] = [
    ['Contact person', reseller.contactPerson],
    ['Phone', reseller.phone],
    ['Page', `/r/${reseller.subdomain}`],
    ['Price', formatMoney({ amountMinor: reseller.productPrice, currency: reseller.currency })],
    ['Payment keys', reseller.paymentConfigured ? 'Stored' : 'Missing'],
    ['Username', user?.username ?? 'No account'],
    ['Email', user?.email ?? ''],
    ['Name', [user?.firstName, user?.lastName].filter(Boolean).join(' ')],
    ['Notes', reseller.notes],
  ];
  return (
    <>
      <Badge tone={reseller.isActive ? 'success' : 'neutral'}>
        {reseller.isActive ? 'Active' : 'Inactive'}
      </Badge>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        <div>
          <dt>Since</dt>
          <dd>
            <Moment at={reseller.createdAt} />
          </dd>
        </div>
      </dl>
      <LicenseLimits resellerId={reseller.id} />
      <RevokeLicenses reseller={reseller} />
      <h3 className={styles.heading}>Last orders</h3>
      {orders.length === 0 && <p className={styles.none}>No orders yet.</p>}
      <ul className={styles.orders}>
        {orders.slice(0, 20).map(({ id, amount, currency, status, isTest, createdAt }) => (
          <li key={id}>
            <OrderBadge order={{ status }} />
            {isTest && <Badge tone="signal">Test</Badge>}
            <ShortId id={id} to={`/admin/orders?order=${encodeURIComponent(id)}`} />
            <Moment at={createdAt} />
            <strong>{formatMoney({ amountMinor: amount, currency })}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
