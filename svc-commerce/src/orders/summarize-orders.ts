import { toDecimal } from '@leadping/contracts/currency';
import type { Period } from '@leadping/contracts/list-page';
import type { Currency } from '@leadping/contracts/money';
import type { CommerceContext } from '../context.ts';
import { countedOrders } from '../settings/counted-orders.ts';
import { ordersOf, type OrderScope } from './order-scope.ts';

interface Totals {
  _id: Currency;
  revenue: number;
  netRevenue: number;
  orders: number;
  completedOrders: number;
}

export interface OrderTotals {
  currency: Currency;
  /** Decimal string in major units, like `netRevenue`. */
  revenue: string;
  netRevenue: string;
  orders: number;
  completedOrders: number;
  /** Test orders only. Absent for live ones. */
  isTest?: boolean;
}

/** `netMinor` of an order in an aggregation. Orders of an earlier version have no tax, so their amount is used. */
export const NET_MINOR = { $ifNull: ['$netMinor', '$money.amountMinor'] };

/** Order totals per currency. Revenue counts completed orders only. */
export async function summarizeOrders(
  commerce: Pick<CommerceContext, 'orders' | 'resellers' | 'settings'>,
  scope: OrderScope,
  { from, to }: Period = {},
): Promise<OrderTotals[]> {
  const isCompleted = { $eq: ['$status', 'completed'] };
  const soldAt = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lt: new Date(to) }),
  };
  const counted = await countedOrders(commerce, scope);
  const totals = await commerce.orders.aggregate<Totals>([
    {
      $match: {
        ...ordersOf(scope),
        ...counted,
        ...(Object.keys(soldAt).length > 0 ? { soldAt } : {}),
      },
    },
    {
      $group: {
        _id: '$money.currency',
        revenue: { $sum: { $cond: [isCompleted, '$money.amountMinor', 0] } },
        netRevenue: { $sum: { $cond: [isCompleted, NET_MINOR, 0] } },
        orders: { $sum: 1 },
        completedOrders: { $sum: { $cond: [isCompleted, 1, 0] } },
      },
    },
    { $sort: { orders: -1, _id: 1 } },
  ]);
  return totals.map(({ _id: currency, revenue, netRevenue, ...counts }) => ({
    currency,
    revenue: toDecimal({ amountMinor: revenue, currency }),
    netRevenue: toDecimal({ amountMinor: netRevenue, currency }),
    ...counts,
    ...(!counted.livemode && { isTest: true }),
  }));
}
