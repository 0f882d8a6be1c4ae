import type { Sales } from '@leadping/contracts/commerce/sales-routes';
import { type CurrencyCode, formatMoney, sumFromDecimal } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { FilterSelect } from '@leadping/web-kit/dashboard/filter-bar.tsx';
import { LineChart } from '@leadping/web-kit/dashboard/line-chart.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { grossText, withMode } from '@leadping/web-kit/dashboard/revenue-text.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { namedDateText } from '@leadping/web-kit/page/dates.ts';
import { keepPreviousData, useQuery } from '@leadping/web-kit/query';
import { useState } from 'react';
import { readSales } from '../../endpoints.ts';
import { formatDecimal } from '../money.ts';
import { ordersText } from '../orders/totals.ts';
import { PERIODS, type Period, salesQuery } from './sales-period.ts';
import styles from './sales-chart.module.css';
import { FRESH } from '../fresh.ts';

/** A day as a timestamp that is the same day in every time zone. */
const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Sales over time, one currency at a time, compared with the previous period. */
export function SalesChart({ currency }: { currency: CurrencyCode }) {
  const [period, setPeriod] = useState<Period>('30');
  const [chosen, setChosen] = useState<CurrencyCode>();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(readSales, { query: salesQuery(period) }),
    ...FRESH,
    placeholderData: keepPreviousData,
  });
  // While another period loads, the sales of the last one stay, with its name.
  const shownPeriod = useLast(data && !isPlaceholderData ? period : undefined) ?? period;
  const sales = data && pick(data, chosen ?? currency);
  const isWaiting = !data || (isPlaceholderData && !hasOrders(sales));
  const currencies = data?.map((one) => one.currency) ?? [];
  return (
    <div className={styles.chart}>
      <Panel
        title="Sales"
        text={
          sales && !isWaiting
            ? withMode(summaryOf(sales, shownPeriod), sales.isTest)
            : 'Completed orders over time.'
        }
        action={
          <span className={styles.choices}>
            {currencies.length > 1 && (
              <FilterSelect
                label="Currency"
                options={currencies.map((code) => ({ value: code, label: code }))}
                value={sales?.currency}
                onChange={(code) => setChosen(code ?? currencies[0])}
              />
            )}
            <FilterSelect
              label="Period"
              options={PERIODS}
              value={period}
              onChange={(wanted) => setPeriod(wanted ?? '30')}
            />
          </span>
        }
      >
        {error && !data && (
          <LoadError title="We couldn't load your sales" error={error} onRetry={() => void refetch()} />
        )}
        {isWaiting && !error && <div className={styles.room} />}
        {!isWaiting && (
          <div aria-busy={isPlaceholderData}>
            <Chart sales={sales} period={shownPeriod} />
          </div>
        )}
      </Panel>
    </div>
  );
}

function Chart({ sales, period }: { sales: Sales | undefined; period: Period }) {
  const { from, to } = salesQuery(period);
  if (!hasOrders(sales)) return <p className={styles.empty}>No sales in this period yet.</p>;
  const { currency, points, previousPoints } = sales;
  const minor = (revenue: string) => sumFromDecimal(revenue, currency)?.amountMinor ?? 0;
  return (
    <LineChart
      label={`Revenue in ${currency}`}
      from={momentOf(from)}
      to={momentOf(to)}
      format={(amountMinor) =>
        formatMoney({ amountMinor: Math.round(amountMinor), currency }, { trimZeros: true })
      }
      timeOf={namedDateText}
      period={`from ${namedDateText(momentOf(from))} to ${namedDateText(momentOf(to))}`}
      series={[
        {
          name: 'This period',
          points: points.map(({ start, revenue }) => ({ at: momentOf(start), value: minor(revenue) })),
        },
        {
          // Drawn over the days of this period, so that both can be compared.
          name: 'Previous period',
          points: points.flatMap(({ start }, index) => {
            const before = previousPoints[index];
            return before ? [{ at: momentOf(start), value: minor(before.revenue) }] : [];
          }),
        },
      ]}
    />
  );
}

function hasOrders(sales: Sales | undefined): sales is Sales {
  return sales !== undefined && sales.total.orders + sales.previousTotal.orders > 0;
}

function pick(sales: readonly Sales[], currency: CurrencyCode): Sales | undefined {
  return sales.find((one) => one.currency === currency) ?? sales[0];
}

/** `€259.00 gross, from 2 orders, 30% more than the 30 days before.` */
function summaryOf({ currency, total, previousTotal }: Sales, period: Period): string {
  const now = sumFromDecimal(total.revenue, currency)?.amountMinor ?? 0;
  const before = sumFromDecimal(previousTotal.revenue, currency)?.amountMinor ?? 0;
  const sum = `${formatDecimal(total.revenue, currency)} ${grossText(total, currency)}, from ${ordersText(total.orders)}`;
  if (before === 0) return `${sum}.`;
  const percent = Math.round(((now - before) / before) * 100);
  const name = period === '365' ? 'year before' : `${period} days before`;
  if (percent === 0) return `${sum}, as much as in the ${name}.`;
  return `${sum}, ${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than in the ${name}.`;
}
