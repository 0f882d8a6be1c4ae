import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import type { PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import { CURRENCY_FACTS, formatWhole } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import action from '@leadping/web-kit/dashboard/action.module.css';
import { Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { grossText, withMode } from '@leadping/web-kit/dashboard/revenue-text.ts';
import { BelowOpenDisputes } from '@leadping/web-kit/dashboard/open-disputes.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { CircleDollarSign, ExternalLink, KeyRound, Power, Tag } from 'lucide-react';
import { readLicenseTotals, readOpenDisputes, readOrderTotals } from '../../endpoints.ts';
import { HOME } from '../account/home.ts';
import { useFreshReseller, useReseller } from '../account/use-reseller.ts';
import { formatDecimal } from '../money.ts';
import { mainTotals, ordersText, otherRevenues } from '../orders/totals.ts';
import { isPaymentConfigured } from '../wizard/setup-state.ts';
import { RecentLicenses } from './recent-licenses.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { SetupCheck, useSetupCheck } from './setup-check.tsx';
import { SalesChart } from './sales-chart.tsx';
import { FRESH, RECENT } from '../fresh.ts';

export default function OverviewPage() {
  useFreshReseller(RECENT);
  const reseller = useReseller();
  return (
    <>
      <ViewHeader
        title="Overview"
        action={
          <Link to={`/r/${reseller.slug}`} target="_blank" className={action.secondary}>
            <ExternalLink size={16} />
            View your page
          </Link>
        }
      >
        Your sales and the latest activity.
      </ViewHeader>
      <BelowOpenDisputes
        read={readOpenDisputes}
        orderPath={(orderId) => `${HOME}/orders?search=${encodeURIComponent(orderId)}`}
        listPath={`${HOME}/orders?status=disputed`}
      >
        <Cards reseller={reseller} />
        <SalesChart currency={reseller.currency} />
        <Panels>
          <RecentOrders />
          <RecentLicenses />
        </Panels>
        <SetupCheck reseller={reseller} />
      </BelowOpenDisputes>
    </>
  );
}

function Cards({ reseller }: { reseller: CurrentReseller }) {
  const { currency, productPrice, isActive } = reseller;
  const payments = useSetupCheck(reseller).data?.state;
  const orders = useQuery({ ...reading(readOrderTotals), ...FRESH });
  const licenses = useQuery({ ...reading(readLicenseTotals), ...FRESH });
  const totals = orders.data && mainTotals(orders.data, currency);
  return (
    <StatCards label="Your business">
      <StatCard
        label="Total Revenue"
        icon={CircleDollarSign}
        value={valueOf(orders, totals && formatDecimal(totals.revenue, totals.currency))}
        note={
          totals &&
          withMode(
            `${grossText(totals, totals.currency)}, from ${ordersText(totals.completedOrders)}${otherRevenues(orders.data, totals)}`,
            totals.isTest,
          )
        }
      />
      <StatCard
        label="Product Price"
        icon={Tag}
        value={formatDecimal(productPrice, currency)}
        note={`${currency}, ${CURRENCY_FACTS[currency].name}`}
      />
      <StatCard
        label="Active Licenses"
        icon={KeyRound}
        value={valueOf(licenses, licenses.data && formatWhole(licenses.data.active))}
        note={licenses.data && `out of ${formatWhole(licenses.data.total)} total`}
      />
      <StatCard
        label="Status"
        icon={Power}
        tone={isActive && isPaymentConfigured(reseller) && payments !== 'failed' ? 'success' : 'warning'}
        value={isActive ? 'Active' : 'Inactive'}
        note={statusNote(reseller, payments)}
      />
    </StatCards>
  );
}

function statusNote(reseller: CurrentReseller, payments: PaymentHealth['state'] | undefined): string {
  if (!reseller.isActive) return 'Your page takes no orders';
  if (!isPaymentConfigured(reseller)) return 'Payments are not set up yet';
  // One line each: a note that comes late moves nothing.
  if (payments === 'failed') return 'Payments fail: see below';
  return payments === 'warning' ? 'Takes orders: see below' : 'Your page takes orders';
}

/** Only the card of a failed read shows an error. */
function valueOf<Value>({ isError }: { isError: boolean }, value: Value | undefined) {
  return value ?? (isError ? 'Unavailable' : undefined);
}
