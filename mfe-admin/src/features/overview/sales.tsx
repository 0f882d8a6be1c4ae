import { getAdminSales as readSales } from '@leadping/contracts/endpoints/commerce/sales';
import type { Sales as CurrencySales } from '@leadping/contracts/commerce/sales-routes';
import { type CurrencyCode, formatMoney, formatWhole, sumFromDecimal } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { BarChart } from '@leadping/web-kit/dashboard/bar-chart.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { FilterBar, FilterSelect } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import type { Series } from '@leadping/web-kit/dashboard/chart-table.tsx';
import { LineChart } from '@leadping/web-kit/dashboard/line-chart.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { grossText, withMode } from '@leadping/web-kit/dashboard/revenue-text.ts';
import { useListAddress } from '@leadping/web-kit/dashboard/use-list-address.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { namedDayText } from '@leadping/web-kit/page/dates.ts';
import { keepPreviousData, useQuery } from '@leadping/web-kit/query';
import { useState } from 'react';
import { dayOf, daysBefore } from './days.ts';
import styles from './overview.module.css';

const PERIODS = ['30', '7', '90'] as const;
const PERIOD_OPTIONS = [
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

/** Revenue and sales over time, one pair of charts a currency, beside as many days before. */
export function Sales() {
  const { address, change } = useListAddress({ filters: { days: PERIODS } });
  const days = Number(address.filters.days ?? 30);
  const [today] = useState(() => dayOf(new Date()));
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...reading(readSales, {
      query: {
        from: daysBefore(today, days - 1),
        to: today,
        timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  // Until the sales of another period are here, those of the last one stay and are named after it.
  const shownDays = useLast(data && !isPlaceholderData ? days : undefined) ?? days;
  const shown = isPlaceholderData && data?.length === 0 ? undefined : data;

  return (
    <>
      <FilterBar label="Sales">
        <FilterSelect
          label="Period"
          options={PERIOD_OPTIONS}
          value={address.filters.days ?? '30'}
          onChange={(value) => change({ filters: { days: value } })}
        />
      </FilterBar>
      {error && !data && (
        <LoadError
          title="We couldn't load the sales"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!shown && !error && <PageSkeleton of="panels" />}
      {shown?.length === 0 && (
        <EmptyState title="No sales in this period">
          Paid orders appear here, one chart per currency.
        </EmptyState>
      )}
      <div className={styles.sales} aria-busy={isPlaceholderData}>
        {shown?.map((sales) => (
          <CurrencyPanel key={sales.currency} sales={sales} days={shownDays} />
        ))}
      </div>
    </>
  );
}

function CurrencyPanel({ sales, days }: { sales: CurrencySales; days: number }) {
  const { currency, points, previousPoints, total, isTest } = sales;
  const minorOf = (text: string) => minor(text, currency);
  const times = points.map(({ start }) => Date.parse(start));
  const series: Series[] = [
    {
      name: 'This period',
      points: points.map(({ revenue }, index) => ({ at: times[index] ?? 0, value: minorOf(revenue) })),
    },
    {
      name: 'Previous period',
      points: previousPoints
        .slice(0, times.length)
        .map(({ revenue }, index) => ({ at: times[index] ?? 0, value: minorOf(revenue) })),
    },
  ];
  const period = `in the last ${days} days`;
  return (
    <Panels>
      <Panel title={`Revenue in ${currency}`} text={withMode(comparison(sales, days), isTest)}>
        <p className={styles.figure}>
          {money(total.revenue, currency)} <small>{grossText(total, currency)}</small>
        </p>
        <LineChart
          label={`Revenue in ${currency}`}
          series={series}
          from={times[0] ?? 0}
          to={times.at(-1) ?? 1}
          format={(value) => formatMoney({ amountMinor: Math.round(value), currency }, { trimZeros: true })}
          timeOf={namedDayText}
          period={period}
          empty="No sales."
        />
      </Panel>
      <Panel
        title={`Sales in ${currency}`}
        text={withMode(`${formatWhole(sales.previousTotal.orders)} in the ${days} days before`, isTest)}
      >
        <p className={styles.figure}>{formatWhole(total.orders)}</p>
        <BarChart
          label={`Sales in ${currency}`}
          points={points.map(({ orders }, index) => ({ at: times[index] ?? 0, value: orders }))}
          format={formatWhole}
          timeOf={namedDayText}
          period={period}
          empty="No sales."
        />
      </Panel>
    </Panels>
  );
}

const minor = (text: string, currency: CurrencyCode) => sumFromDecimal(text, currency)?.amountMinor ?? 0;
const money = (text: string, currency: CurrencyCode) =>
  formatMoney({ amountMinor: minor(text, currency), currency });

/** Compares the period with the previous one in a sentence. */
function comparison({ currency, total, previousTotal }: CurrencySales, days: number): string {
  const [now, before] = [minor(total.revenue, currency), minor(previousTotal.revenue, currency)];
  const previous = money(previousTotal.revenue, currency);
  if (before === 0) return `Nothing in the ${days} days before`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `The same as in the ${days} days before (${previous})`;
  const change = `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'}`;
  return `${change} than in the ${days} days before (${previous})`;
}
