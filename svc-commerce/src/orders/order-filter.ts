import type { OrderFilter } from '@leadping/contracts/commerce/order-routes';
import { canonicalEmail, isEmailAddress } from '@leadping/contracts/email-address';
import { formPattern } from '@leadping/service-kit/data/search-pattern';
import { trusted, type QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { NOT_COMPLETED, type OrderDocument } from './order.model.ts';
import { ordersOf, type OrderScope } from './order-scope.ts';
import { WITHDRAWAL_OPEN } from './withdrawal-open.ts';

export interface FilteredOrders {
  filter: QueryFilter<OrderDocument>;
  /** A handful at most: an index leads straight to them. */
  isExact: boolean;
}

/**
 * All of a list's filters but its period and its place in the pages. A reseller's orders are found by any part of a text,
 * which may be an address or an id that is whole and yet the part of another; everybody's are found by its beginning.
 */
export async function filterOrders(
  { orders }: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  { search, status }: OrderFilter,
): Promise<FilteredOrders> {
  const filter: QueryFilter<OrderDocument> = {
    ...ordersOf(scope),
    ...filterStatus(status),
  };
  // Its partial index leads straight to them.
  const isExactStatus = status === 'withdrawal-request';
  if (!search) return { filter, isExact: isExactStatus };
  const exact = findExactly(search);
  if (exact && ('everySeller' in scope || (await orders.exists({ ...filter, ...exact }))))
    return { filter: { ...filter, ...exact }, isExact: true };
  const text = formPattern(canonicalEmail(search));
  if ('everySeller' in scope) {
    return { filter: { ...filter, canonicalEmail: trusted({ $regex: `^${text}` }) }, isExact: true };
  }
  const ids = formPattern(search);
  return {
    filter: {
      ...filter,
      $or: [
        { canonicalEmail: trusted({ $regex: text }) },
        { _id: trusted({ $regex: ids }) },
        { sessionId: trusted({ $regex: ids }) },
      ],
    },
    isExact: isExactStatus,
  };
}

function filterStatus(status: OrderFilter['status']): QueryFilter<OrderDocument> {
  if (status === undefined || status === 'all') return {};
  if (status === 'withdrawal-request') return WITHDRAWAL_OPEN;
  return { status, ...(isUnusual(status) ? NOT_COMPLETED : {}) };
}

/** Whether the orders of this status are few. */
export function isUnusual(status: OrderFilter['status']): boolean {
  return status !== undefined && status !== 'all' && status !== 'completed';
}

function findExactly(search: string): QueryFilter<OrderDocument> | null {
  if (isEmailAddress(search)) return { canonicalEmail: canonicalEmail(search) };
  if (/^[0-9a-f]{24}$/.test(search)) return { _id: search };
  if (/^cs_(?:test|live)_\w{20,}$/.test(search)) return { sessionId: search };
  return null;
}
