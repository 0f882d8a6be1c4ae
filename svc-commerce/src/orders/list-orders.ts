import type { OrderFilter, OrderQuery } from '@leadping/contracts/commerce/order-routes';
import type { Period } from '@leadping/contracts/list-page';
import { cursorAfter, readCursor, type ListCursor } from '@leadping/service-kit/http/list-cursor';
import { trusted, type QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { filterOrders, isUnusual } from './order-filter.ts';
import {
  dateOfSale,
  NOT_LISTED,
  ORDER_INDEXES,
  type ListedOrder,
  type OrderDocument,
} from './order.model.ts';
import type { OrderScope } from './order-scope.ts';

/** Orders of a list that is read without a limit. */
const WHOLE_LIST = 10_000;
const EXPORT_PAGE = 1000;
/** A quarter of a year. */
const SHORT_PERIOD_MS = 92 * 24 * 3_600_000;

type SortKey = 'soldAt' | 'money.amountMinor';

export interface OrderPage {
  orders: ListedOrder[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/** One page of the orders that match. @throws {DomainError} VALIDATION_FAILED for a cursor that no page returned */
export async function listOrders(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  query: Omit<OrderQuery, 'sort'> & { sort?: OrderQuery['sort'] },
): Promise<OrderPage> {
  const { limit = WHOLE_LIST, sort = 'newest' } = query;
  const isByDate = sort === 'newest' || sort === 'oldest';
  const found = await readInOrder(commerce, scope, query, {
    key: isByDate ? 'soldAt' : 'money.amountMinor',
    descending: sort === 'newest' || sort === 'highest',
    limit: limit + 1,
    after: query.cursor === undefined ? undefined : readCursor(query.cursor),
  });
  const orders = found.slice(0, limit);
  const last = orders.at(-1);
  if (!last || found.length <= limit) return { orders, next: null };
  return {
    orders,
    next: cursorAfter(isByDate ? dateOfSale(last).getTime() : last.money.amountMinor, last._id),
  };
}

/** All matching orders, newest first, read in pages, so that a slow reader keeps no database cursor open. */
export async function* readOrders(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  filter: OrderFilter,
): AsyncGenerator<ListedOrder> {
  let cursor: string | undefined;
  do {
    const { orders, next } = await listOrders(commerce, scope, {
      ...filter,
      limit: EXPORT_PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* orders;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

interface Page {
  key: SortKey;
  descending: boolean;
  limit: number;
  after: ListCursor | undefined;
}

async function readInOrder(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  query: OrderFilter,
  page: Page,
): Promise<ListedOrder[]> {
  const { key, descending } = page;
  const direction = descending ? -1 : 1;
  const { filter, isExact } = await filterOrders(commerce, scope, query);
  const also = [...within(query), ...beyond(page)];
  const found = commerce.orders
    .find({ ...filter, ...(also.length > 0 ? { $and: also } : {}) })
    .sort({ [key]: direction, _id: direction })
    .limit(page.limit)
    .select(NOT_LISTED);
  const index = isExact ? undefined : indexFor(filter, key, query);
  return (index ? found.hint(index) : found).lean();
}

/**
 * Named, because DocumentDB would sort all that another index finds. MongoDB chooses the same one by itself. Orders that are few
 * are found by what makes them few and then sorted: a status that is not the usual one, or a short period.
 */
function indexFor(
  { resellerId }: QueryFilter<OrderDocument>,
  key: SortKey,
  { status, ...period }: OrderFilter,
) {
  if (resellerId === undefined && isUnusual(status)) return ORDER_INDEXES.notCompleted;
  const indexes = ORDER_INDEXES[resellerId === undefined ? 'everySellers' : 'oneSellers'];
  return indexes[isShort(period) ? 'soldAt' : key];
}

function isShort({ from, to }: Period): boolean {
  const end = to === undefined ? Date.now() : Date.parse(to);
  return from !== undefined && end - Date.parse(from) <= SHORT_PERIOD_MS;
}

function within({ from, to }: OrderFilter): QueryFilter<OrderDocument>[] {
  return [
    ...(from === undefined ? [] : [{ soldAt: trusted({ $gte: new Date(from) }) }]),
    ...(to === undefined ? [] : [{ soldAt: trusted({ $lt: new Date(to) }) }]),
  ];
}

/** Not as `$or`, whose branches DocumentDB would read apart and then sort. */
function beyond({ key, descending, after }: Page): QueryFilter<OrderDocument>[] {
  if (!after) return [];
  const place = key === 'soldAt' ? new Date(after.place) : after.place;
  return [
    { [key]: trusted({ [descending ? '$lte' : '$gte']: place }) },
    { $nor: [{ [key]: place, _id: trusted({ [descending ? '$gte' : '$lte']: after.id }) }] },
  ];
}
