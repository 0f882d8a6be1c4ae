import { CURRENCY_FACTS, formatMoney, formatWhole, sumFromDecimal } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { grossText, TEST_SUM, withMode } from '@leadping/web-kit/dashboard/revenue-text.ts';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { readOrderTotals } from '../../endpoints.ts';
import { useReseller } from '../account/use-reseller.ts';
import { formatDecimal } from '../money.ts';
import { mainTotals, otherRevenues, type Totals } from './totals.ts';
import { FRESH } from '../fresh.ts';

/** Totals of all orders, independent of the list's filters, one currency at a time. */
export function OrderStats() {
  const { currency } = useReseller();
  const { data, isError } = useQuery({ ...reading(readOrderTotals), ...FRESH });
  const totals = data && mainTotals(data, currency);
  const mode = totals?.isTest && TEST_SUM;
  const gap = isError ? 'Unavailable' : undefined;
  const count = (of: (totals: Totals) => number) =>
    data ? formatWhole(data.reduce((sum, one) => sum + of(one), 0)) : gap;
  return (
    <StatCards label="Orders">
      <StatCard
        label="Total Revenue"
        value={totals ? formatDecimal(totals.revenue, totals.currency) : gap}
        note={
          totals &&
          withMode(
            `${grossText(totals, totals.currency)}, completed orders in ${totals.currency}${otherRevenues(data, totals)}`,
            totals.isTest,
          )
        }
      />
      <StatCard label="Total Orders" value={count(({ orders }) => orders)} note={mode} />
      <StatCard
        label="Completed Orders"
        value={count(({ completedOrders }) => completedOrders)}
        note={mode}
      />
      <StatCard
        label="Average Order Value"
        value={totals ? averageOf(totals) : gap}
        note={totals && withMode(CURRENCY_FACTS[totals.currency].name, totals.isTest)}
      />
    </StatCards>
  );
}

function averageOf({ revenue, completedOrders, currency }: Totals): string {
  const sum = sumFromDecimal(revenue, currency)?.amountMinor ?? 0;
  return formatMoney({ amountMinor: Math.round(sum / (completedOrders || 1)), currency });
}
