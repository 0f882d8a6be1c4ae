import type { OrderFilter, OrderQuery } from '@leadping/contracts/commerce/order-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted, type QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { filterOrders } from './order-filter.ts';
import type { OrderDocument } from './order.model.ts';
import type { OrderScope } from './order-scope.ts';
import { readByDate, type DatePlace } from './read-by-date.ts';

/** Orders of a list that is read without a limit. */
const WHOLE_LIST = 10_000;
const EXPORT_PAGE = 1000;
/** Before it there was no platform. */
const BEGINNING = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 3_600_000;

export interface OrderPage {
  orders: OrderDocument[];
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

/** One page of the orders that match. @throws {DomainError} VALIDATION_FAILED for a cursor that no page answered */
export async function listOrders(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  query: Omit<OrderQuery, 'sort'> & { sort?: OrderQuery['sort'] },
): Promise<OrderPage> {
  const { limit = WHOLE_LIST, sort = 'newest' } = query;
  const isByDate = sort === 'newest' || sort === 'oldest';
  const read = isByDate ? readDates : readAmounts;
  const descending = sort === 'newest' || sort === 'highest';
  const found = await read(commerce, scope, query, {
    descending,
    limit: limit + 1,
    after: readCursor(query.cursor),
  });
  const orders = found.slice(0, limit);
  const last = orders.at(-1);
  if (!last || found.length <= limit) return { orders, next: null };
  return { orders, next: `${isByDate ? last.createdAt.getTime() : last.money.amountMinor}.${last._id}` };
}

/** All orders that match, newest first, a page at a time: whoever reads them slowly holds nothing open. */
export async function* readOrders(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  filter: OrderFilter,
): AsyncGenerator<OrderDocument> {
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

interface Reading {
  descending: boolean;
  limit: number;
  after: DatePlace | undefined;
}

function readDates(
  commerce: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  query: OrderFilter,
  { descending, limit, after }: Reading,
): Promise<OrderDocument[]> {
  const { filter, isExact } = filterOrders(scope, query);
  const from = query.from === undefined ? -Infinity : Date.parse(query.from);
  // An order is dated by the instance that made it, whose clock may be ahead of ours.
  const to = query.to === undefined ? Date.now() + DAY_MS : Date.parse(query.to);
  return readByDate(commerce, filter, {
    descending,
    limit,
    after,
    from,
    to,
    begins: BEGINNING,
    atOnce: isExact,
  });
}

function readAmounts(
  { orders }: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  query: OrderFilter,
  { descending, limit, after }: Reading,
): Promise<OrderDocument[]> {
  const operator = descending ? '$lt' : '$gt';
  const direction = descending ? -1 : 1;
  const beyond: QueryFilter<OrderDocument>[] = after
    ? [
        {
          $or: [
            { 'money.amountMinor': trusted({ [operator]: after.at }) },
            { 'money.amountMinor': after.at, _id: trusted({ [operator]: after.id }) },
          ],
        },
      ]
    : [];
  const dates: QueryFilter<OrderDocument>[] = [
    ...(query.from === undefined ? [] : [{ createdAt: trusted({ $gte: new Date(query.from) }) }]),
    ...(query.to === undefined ? [] : [{ createdAt: trusted({ $lt: new Date(query.to) }) }]),
  ];
  const also = [...beyond, ...dates];
  return orders
    .find({ ...filterOrders(scope, query).filter, ...(also.length > 0 ? { $and: also } : {}) })
    .sort({ 'money.amountMinor': direction, _id: direction })
    .limit(limit)
    .lean();
}

function readCursor(cursor: string | undefined): DatePlace | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) {
    throw new DomainError('VALIDATION_FAILED', 'cursor: is not one that a page answered');
  }
  return { at: Number(at), id };
}
