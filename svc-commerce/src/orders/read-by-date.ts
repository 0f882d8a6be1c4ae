import { trusted, type QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from './order.model.ts';

/** Where a page starts: after this order. */
export interface DatePlace {
  at: number;
  id: string;
}

const DAY_MS = 24 * 3_600_000;
/** How far each look reaches beyond the one before it; the last one takes all that is left. */
const REACH_MS = [2 * DAY_MS, 16 * DAY_MS, 128 * DAY_MS, Infinity];

/**
 * Up to `limit` orders by date. MongoDB reads them from the index in order; DocumentDB sorts whatever an index finds, so
 * the list is read in windows of time that grow until the page is full: neither ever sorts a whole history for one page.
 * @param page.begins hardly an order is older: where an ascending list is read from
 */
export async function readByDate(
  { orders }: Pick<CommerceContext, 'orders'>,
  filter: QueryFilter<OrderDocument>,
  page: {
    descending: boolean;
    limit: number;
    after: DatePlace | undefined;
    from: number;
    to: number;
    begins: number;
    /** Few match, and their index finds them faster than any window. */
    atOnce: boolean;
  },
): Promise<OrderDocument[]> {
  const { descending, limit, after } = page;
  const direction = descending ? -1 : 1;
  const found: OrderDocument[] = [];
  // An upper end is not part of its window: the moment of the place itself still is.
  const start = descending ? page.to : Math.max(page.from, page.begins);
  let near = after ? after.at + (descending ? 1 : 0) : start;
  const far = descending ? page.from : page.to;
  for (const reach of page.atOnce ? [Infinity] : REACH_MS) {
    const end = descending ? Math.max(near - reach, far) : Math.min(near + reach, far);
    const isFirst = !after && found.length === 0;
    // The first window of an ascending list also holds whatever is older than it should be.
    const [low, high] = descending ? [end, near] : [isFirst ? page.from : near, end];
    const read = await orders
      .find({ ...filter, createdAt: between(low, high), ...beyond(after, descending) })
      .sort({ createdAt: direction, _id: direction })
      .limit(limit - found.length)
      .lean();
    found.push(...read);
    if (found.length >= limit || end === far) break;
    near = end;
  }
  return found;
}

function between(low: number, high: number) {
  return trusted({
    ...(Number.isFinite(low) ? { $gte: new Date(low) } : {}),
    ...(Number.isFinite(high) ? { $lt: new Date(high) } : {}),
  });
}

function beyond(after: DatePlace | undefined, descending: boolean): QueryFilter<OrderDocument> {
  if (!after) return {};
  const at = new Date(after.at);
  const operator = descending ? '$lt' : '$gt';
  // Under `$and`, because a search may have an `$or` of its own.
  return {
    $and: [{ $or: [{ createdAt: trusted({ [operator]: at }) }, { _id: trusted({ [operator]: after.id }) }] }],
  };
}
