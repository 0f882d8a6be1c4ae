import type { Order } from '@leadping/contracts/commerce/order-routes';
import { toDecimal } from '@leadping/contracts/currency';
import type { Currency } from '@leadping/contracts/money';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from './order.model.ts';

/** Where a page of the list starts: after the order with this id. */
type Cursor = string;

/**
 * A reseller's orders, newest first: all of them, or one page and where the next one starts. Sorted by the id, which
 * grows with time: the one order that every engine reads from an index.
 */
export async function listOrders(
  { orders }: Pick<CommerceContext, 'orders'>,
  resellerId: string,
  page: { limit?: number | undefined; cursor?: Cursor | undefined },
): Promise<{ orders: Order[]; next: Cursor | null }> {
  const { limit, cursor } = page;
  const after = cursor === undefined ? {} : { _id: trusted({ $lt: cursor }) };
  const query = orders.find({ resellerId, ...after }).sort({ _id: -1 });
  const found = await (limit === undefined ? query : query.limit(limit + 1)).lean();
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && found.length > shown.length;
  return { orders: shown.map(showOrder), next: hasMore ? last._id : null };
}

function showOrder(order: OrderDocument): Order {
  return {
    id: order._id,
    customerEmail: order.customerEmail,
    amount: toDecimal(order.money),
    currency: order.money.currency,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    stripeSessionId: order.sessionId,
    productType: order.productType,
  };
}

interface Totals {
  _id: Currency;
  revenue: number;
  orders: number;
  completedOrders: number;
}

/** What all orders of a reseller come to, one currency at a time; revenue counts completed ones. */
export async function summariseOrders({ orders }: Pick<CommerceContext, 'orders'>, resellerId: string) {
  const isCompleted = { $eq: ['$status', 'completed'] };
  const totals = await orders.aggregate<Totals>([
    { $match: { resellerId } },
    {
      $group: {
        _id: '$money.currency',
        revenue: { $sum: { $cond: [isCompleted, '$money.amountMinor', 0] } },
        orders: { $sum: 1 },
        completedOrders: { $sum: { $cond: [isCompleted, 1, 0] } },
      },
    },
    { $sort: { orders: -1, _id: 1 } },
  ]);
  return totals.map(({ _id: currency, revenue, ...counts }) => ({
    currency,
    revenue: toDecimal({ amountMinor: revenue, currency }),
    ...counts,
  }));
}
