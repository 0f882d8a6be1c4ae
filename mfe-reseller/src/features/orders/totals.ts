import type { summarizeResellerOrders } from '@leadping/contracts/commerce/order-routes';
import { type CurrencyCode, formatWhole } from '@leadping/contracts/currency';
import type { Reply } from '@leadping/web-kit/api/call';
import { formatDecimal } from '../money.ts';

export type Totals = Reply<typeof summarizeResellerOrders>[number];

/** Amounts of several currencies are never added: the currency of today's price first, else the one most used. */
export function mainTotals(totals: readonly Totals[], currency: CurrencyCode): Totals {
  return (
    totals.find((one) => one.currency === currency) ??
    totals[0] ?? { currency, revenue: '0', orders: 0, completedOrders: 0 }
  );
}

export const ordersText = (count: number) => `${formatWhole(count)} ${count === 1 ? 'order' : 'orders'}`;

/** Revenue in other currencies: `, and ¥14,800 from 1 order`. */
export function otherRevenues(totals: readonly Totals[] | undefined, main: Totals): string {
  return (totals ?? [])
    .filter(({ currency, completedOrders }) => currency !== main.currency && completedOrders > 0)
    .map(
      ({ revenue, currency, completedOrders }) =>
        `, and ${formatDecimal(revenue, currency)} from ${ordersText(completedOrders)}`,
    )
    .join('');
}
