import type { Sales, SalesInterval, SalesPoint, SalesQuery } from '@leadping/contracts/commerce/sales-routes';
import { toDecimal } from '@leadping/contracts/currency';
import type { Currency } from '@leadping/contracts/money';
import type { CommerceContext } from '../context.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';
import { NET_MINOR } from '../orders/summarize-orders.ts';
import { countedOrders } from '../settings/counted-orders.ts';

const DAY_MS = 24 * 3_600_000;

/** Sales of one local day in one currency. */
interface DaySum {
  _id: { day: string; currency: Currency };
  revenue: number;
  netRevenue: number;
  orders: number;
}

/** Amounts in minor units. */
type Sum = Omit<DaySum, '_id'>;

const NOTHING: Sum = { revenue: 0, netRevenue: 0, orders: 0 };

/**
 * Sums sales by day, week or month and by currency, and also those of the same number of days before the period. A sale
 * counts on the local day of its payment.
 */
export async function sumSales(
  commerce: Pick<CommerceContext, 'orders' | 'resellers' | 'settings'>,
  scope: OrderScope,
  { from, to, interval, timeZone }: SalesQuery,
): Promise<Sales[]> {
  const days = daysBetween(from, to);
  const before = daysBetween(addDays(from, -days.length), addDays(from, -1));
  const counted = await countedOrders(commerce, scope);
  const sums = await commerce.orders.aggregate<DaySum>([
    {
      $match: {
        ...ordersOf(scope),
        ...counted,
        status: 'completed',
        // No time zone differs from UTC by more than a day. The grouping drops the surplus.
        paidAt: { $gte: new Date(addDays(before[0] ?? from, -1)), $lt: new Date(addDays(to, 2)) },
      },
    },
    {
      $group: {
        _id: {
          day: { $dateToString: { date: '$paidAt', format: '%Y-%m-%d', timezone: timeZone } },
          currency: '$money.currency',
        },
        revenue: { $sum: '$money.amountMinor' },
        netRevenue: { $sum: NET_MINOR },
        orders: { $sum: 1 },
      },
    },
  ]);
  const currencies = [...new Set(sums.map(({ _id }) => _id.currency))];
  return currencies
    .map((currency) => {
      const byDay = new Map(
        sums.filter(({ _id }) => _id.currency === currency).map(({ _id, ...sum }) => [_id.day, sum]),
      );
      const show = ({ revenue, netRevenue, orders }: Sum) => ({
        revenue: toDecimal({ amountMinor: revenue, currency }),
        netRevenue: toDecimal({ amountMinor: netRevenue, currency }),
        orders,
      });
      const pointsOf = (part: string[]): SalesPoint[] =>
        [...groupDays(part, interval)].map(([start, group]) => ({ start, ...show(sumOf(byDay, group)) }));
      return {
        currency,
        ...(!counted.livemode && { isTest: true }),
        total: show(sumOf(byDay, days)),
        points: pointsOf(days),
        previousTotal: show(sumOf(byDay, before)),
        previousPoints: pointsOf(before),
      };
    })
    .filter(({ total, previousTotal }) => total.orders + previousTotal.orders > 0)
    .sort((a, b) => b.total.orders - a.total.orders || a.currency.localeCompare(b.currency));
}

function sumOf(byDay: ReadonlyMap<string, Sum>, days: string[]): Sum {
  return days.reduce((sum, day) => {
    const { revenue, netRevenue, orders } = byDay.get(day) ?? NOTHING;
    return {
      revenue: sum.revenue + revenue,
      netRevenue: sum.netRevenue + netRevenue,
      orders: sum.orders + orders,
    };
  }, NOTHING);
}

/** Days by their bar in the chart. The first bar begins with the period, even in the middle of a week. */
function groupDays(days: string[], interval: SalesInterval): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  let current: string[] = [];
  for (const [index, day] of days.entries()) {
    if (index === 0 || beginsBar(day, interval)) groups.set(day, (current = []));
    current.push(day);
  }
  return groups;
}

function beginsBar(day: string, interval: SalesInterval): boolean {
  if (interval === 'day') return true;
  return interval === 'month' ? day.endsWith('-01') : new Date(day).getUTCDay() === 1;
}

function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
