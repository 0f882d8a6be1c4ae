import type { getReseller as getResellerRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import type { CommerceContext } from '../context.ts';
import { getReseller } from './find-reseller.ts';
import { findUsers } from './find-users.ts';
import { showReseller } from './show-reseller.ts';

const SHOWN_ORDERS = 100;

/** A reseller with their sign-in and newest orders. @throws {DomainError} NOT_FOUND */
export async function getResellerDetails(
  commerce: CommerceContext,
  id: string,
): Promise<ReplyOf<typeof getResellerRoute>> {
  const reseller = await getReseller(commerce, id);
  const [users, orders] = await Promise.all([
    findUsers(commerce, [reseller._id]),
    commerce.orders
      .find({ resellerId: reseller._id })
      .sort({ soldAt: -1, _id: -1 })
      .limit(SHOWN_ORDERS)
      .lean(),
  ]);
  const user = users.get(reseller._id);
  return {
    reseller: showReseller(reseller, user),
    user: user ?? null,
    orders: orders.map((order) => ({
      id: order._id,
      amount: order.money.amountMinor,
      currency: order.money.currency,
      status: order.status,
      isTest: !order.livemode,
      createdAt: (order.paidAt ?? order.createdAt).toISOString(),
    })),
  };
}
