import type { listResellers as listRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { Currency } from '@leadping/contracts/money';
import type { RequestOf } from '@leadping/contracts/route';
import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { invalidCursor } from '@leadping/service-kit/http/list-cursor';
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
    // The place is looked up: a name may hold anything, an id only what a cursor may.
    const last = await resellers.findById(cursor).lean();
    if (!last) throw invalidCursor();
    conditions.push(beyond(last, sort));
  }
  const query = resellers
    .find({ ...filter, ...(conditions.length > 0 ? { $and: conditions } : {}) })
    .sort(ORDERS[sort]);
  const found = await (limit === undefined ? query : query.limit(limit + 1)).lean();
  const page = found.slice(0, limit);
  return { resellers: page, next: found.length > page.length ? (page.at(-1)?._id ?? null) : null };
}

function matching(search: string, resellerId: string): QueryFilter<ResellerDocument> {
  const part = escapeRegExp(search);
  return {
    $or: [
      { businessName: trusted({ $regex: part, $options: 'i' }) },
      { email: trusted({ $regex: `^${part}`, $options: 'i' }) },
      { canonicalEmail: trusted({ $regex: `^${escapeRegExp(canonicalEmail(search))}` }) },
      { slugs: search.toLowerCase() },
      { _id: resellerId },
    ],
  };
}

function beyond(last: ResellerDocument, sort: Query['sort']): QueryFilter<ResellerDocument> {
  const [field, operator] =
    sort === 'name'
      ? (['sortName', '$gt'] as const)
      : (['createdAt', sort === 'newest' ? '$lt' : '$gt'] as const);
  return {
    $or: [
      { [field]: trusted({ [operator]: last[field] }) },
      { [field]: last[field], _id: trusted({ [operator]: last._id }) },
    ],
  };
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
      { $match: { ...(await countedOrders(commerce)), resellerId: { $ne: null }, status: 'completed' } },
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
