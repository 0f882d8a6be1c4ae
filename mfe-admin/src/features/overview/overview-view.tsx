import { summarizeLicenses as countLicenses } from '@leadping/contracts/endpoints/licensing/admin-license';
import { formatWhole } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { BelowOpenDisputes } from '@leadping/web-kit/dashboard/open-disputes.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { KeyRound, ShieldCheck, Store } from 'lucide-react';
import { readOpenDisputes } from '../orders/endpoints.ts';
import { countResellers } from '../resellers/endpoints.ts';
import { Sales } from './sales.tsx';

const shown = (count: number | undefined, error: Error | null) =>
  count === undefined ? error && '–' : formatWhole(count);

/** Holds the line of a note that comes with its figure. */
const PENDING_NOTE = '\u00A0';

const activeShare = (active: number | undefined, total: number | undefined) =>
  total && active !== undefined ? `${Math.round((active / total) * 100)}% of all` : undefined;

export default function OverviewView() {
  const licenses = useQuery({ ...reading(countLicenses), staleTime: 0 });
  const resellers = useQuery({ ...reading(countResellers), staleTime: 0 });
  const total = licenses.data?.total;
  const active = licenses.data?.active;

  return (
    <>
      <ViewHeader title="Overview">Licenses, resellers and recent sales.</ViewHeader>
      <BelowOpenDisputes
        read={readOpenDisputes}
        orderPath={(orderId) => `/admin/orders?order=${encodeURIComponent(orderId)}`}
        listPath="/admin/orders?status=disputed"
      >
        <StatCards label="Counters">
          <StatCard label="Total licenses" icon={KeyRound} value={shown(total, licenses.error)} />
          <StatCard
            label="Active licenses"
            icon={ShieldCheck}
            value={shown(active, licenses.error)}
            note={licenses.isPending ? PENDING_NOTE : activeShare(active, total)}
          />
          <StatCard
            label="Resellers"
            icon={Store}
            value={shown(resellers.data?.total, resellers.error)}
            note={
              resellers.isPending
                ? PENDING_NOTE
                : resellers.data && `${formatWhole(resellers.data.active)} active`
            }
          />
        </StatCards>
        {licenses.error && (
          <LoadError
            title="We couldn't count the licenses"
            error={licenses.error}
            onRetry={() => void licenses.refetch()}
          />
        )}
        {resellers.error && (
          <LoadError
            title="We couldn't count the resellers"
            error={resellers.error}
            onRetry={() => void resellers.refetch()}
          />
        )}
        <Sales />
      </BelowOpenDisputes>
    </>
  );
}
