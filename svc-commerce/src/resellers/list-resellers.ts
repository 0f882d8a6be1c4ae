import type { listResellers as listRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { Currency } from '@leadping/contracts/money';
import type { RequestOf } from '@leadping/contracts/route';
import { formPattern, searchPattern } from '@leadping/service-kit/data/search-pattern';
import { cursorAfter, invalidCursor, readCursor } from '@leadping/service-kit/http/list-cursor';
import { trusted, type QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { countedOrders } from '../settings/counted-orders.ts';
import type { ResellerDocument } from './reseller.model.ts';

type Query = RequestOf<typeof listRoute>['query'];

const ORDERS = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  name: { sortName: 1, _id: 1 },
} as const;

/**
 * One page of the resellers that were not deleted, or all of them without a limit.
 * @throws {DomainError} VALIDATION_FAILED for a cursor that no page returned
 */
export async function listResellers(
  { resellers, formerSlugs }: Pick<CommerceContext, 'resellers' | 'formerSlugs'>,
  { search, state, sort, limit, cursor }: Query,
): Promise<{ resellers: ResellerDocument[]; next: string | null }> {
  const filter: QueryFilter<ResellerDocument> = {
    deletedAt: null,
    ...(state === 'all' ? {} : { isActive: state === 'active' }),
  };
  const conditions: QueryFilter<ResellerDocument>[] = [];
  if (search) {
    const former = await formerSlugs.findById(search.toLowerCase()).lean();
    conditions.push(matching(search, former?.resellerId ?? search));
  }
  if (cursor !== undefined) {
    conditions.push(beyond(cursor, sort));
  }
  const query = resellers
    .find({ ...filter, ...(conditions.length > 0 ? { $and: conditions } : {}) })
    .sort(ORDERS[sort]);
  const found = await (limit === undefined ? query : query.limit(limit + 1)).lean();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { resellers: page, next: last && found.length > page.length ? cursorBehind(last, sort) : null };
}

function matching(search: string, resellerId: string): QueryFilter<ResellerDocument> {
  const part = searchPattern(search);
  return {
    $or: [
      { businessName: trusted({ $regex: part, $options: 'i' }) },
      { email: trusted({ $regex: `^${part}`, $options: 'i' }) },
      { canonicalEmail: trusted({ $regex: `^${formPattern(canonicalEmail(search))}` }) },
      { slugs: search.toLowerCase() },
      { _id: resellerId },
    ],
  };
}

/** Contains the name as it was read, because a rename between two pages must not move the next page. */
function cursorBehind({ _id, createdAt, sortName }: ResellerDocument, sort: Query['sort']): string {
  return sort === 'name'
    ? `${Buffer.from(sortName).toString('base64url')}.${_id}`
    : cursorAfter(createdAt.getTime(), _id);
}

function beyond(cursor: string, sort: Query['sort']): QueryFilter<ResellerDocument> {
  const { place, id } = sort === 'name' ? readNameCursor(cursor) : readCursor(cursor);
  const field = sort === 'name' ? 'sortName' : 'createdAt';
  const at = typeof place === 'number' ? new Date(place) : place;
  const operator = sort === 'newest' ? '$lt' : '$gt';
  return {
    $or: [{ [field]: trusted({ [operator]: at }) }, { [field]: at, _id: trusted({ [operator]: id }) }],
  };
}

function readNameCursor(cursor: string): { place: string; id: string } {
  const [, name, id] = /^([\w-]*)\.(\w+)$/.exec(cursor) ?? [];
  if (name === undefined || id === undefined) throw invalidCursor();
  return { place: Buffer.from(name, 'base64url').toString(), id };
}

/** How many there are, and what all of them sold. */
export async function summarizeResellers(
  commerce: Pick<CommerceContext, 'resellers' | 'orders' | 'settings'>,
) {
  const isConfigured = { $and: ['$sealedSecretKey', '$sealedPublishableKey', '$sealedWebhookSecret'] };
  const [[counts], sums] = await Promise.all([
    commerce.resellers.aggregate<{ total: number; active: number; paymentConfigured: number }>([
      { $match: { deletedAt: null } },
      {
        $group: {
          _id: null,
          total: { $sum: 1 },
          active: { $sum: { $cond: ['$isActive', 1, 0] } },
          paymentConfigured: { $sum: { $cond: [isConfigured, 1, 0] } },
        },
      },
    ]),
    commerce.orders.aggregate<{ _id: Currency; revenue: number; orders: number }>([
      { $match: { ...(await countedOrders(commerce, {})), resellerId: { $ne: null }, status: 'completed' } },
      { $group: { _id: '$money.currency', revenue: { $sum: '$money.amountMinor' }, orders: { $sum: 1 } } },
      { $sort: { orders: -1, _id: 1 } },
    ]),
  ]);
  return {
    total: counts?.total ?? 0,
    active: counts?.active ?? 0,
    paymentConfigured: counts?.paymentConfigured ?? 0,
    revenue: sums.map(({ _id: currency, revenue, orders: count }) => ({
      currency,
      revenue: toDecimal({ amountMinor: revenue, currency }),
      orders: count,
    })),
  };
}
