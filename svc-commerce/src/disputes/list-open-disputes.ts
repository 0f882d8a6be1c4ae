import type { OpenDisputes } from '@leadping/contracts/commerce/dispute-routes';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { EPOCH } from '../orders/order.model.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';
import { showDisputes } from './show-dispute.ts';

const MAX_ORDERS = 100;

/** The disputes and inquiries that wait for the seller, the nearest deadline first. */
export async function listOpenDisputes(
  commerce: Pick<CommerceContext, 'orders' | 'paymentProvider'>,
  scope: OrderScope,
): Promise<OpenDisputes> {
  const found = await commerce.orders
    .find({ ...ordersOf(scope), disputeDueAt: trusted({ $gt: EPOCH }) })
    .sort({ disputeDueAt: 1 })
    .limit(MAX_ORDERS)
    .select({ facts: 1, livemode: 1, customerEmail: 1 })
    .lean();
  return found.flatMap((order) =>
    showDisputes(commerce, order)
      .filter(({ stage }) => stage === 'needs-response')
      .map((dispute) => ({
        ...dispute,
        orderId: order._id,
        customerEmail: order.customerEmail,
        isTest: !order.livemode,
      })),
  );
}
