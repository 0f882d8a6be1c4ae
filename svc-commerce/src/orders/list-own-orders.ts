import type { Customer } from '@leadping/contracts/actor';
import type { OwnOrder } from '@leadping/contracts/commerce/customer-order-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { CommerceContext } from '../context.ts';
import { purchaseState } from './purchase-state.ts';
import { receiptPath } from './receipt-path.ts';
import { dateOfSale } from './order.model.ts';
import { netRefundedMinor } from './payment-facts.ts';

/** Companies with more orders can ask support. */
const MAX_ORDERS = 100;

/** The orders of the session's address, newest first. Nothing of it comes from the request. */
export async function listOwnOrders(
  commerce: Pick<CommerceContext, 'orders' | 'sealer'>,
  { email }: Customer,
): Promise<OwnOrder[]> {
  const orders = await commerce.orders
    .find({ canonicalEmail: canonicalEmail(email) })
    .sort({ soldAt: -1, _id: -1 })
    .limit(MAX_ORDERS)
    .select({ outbox: 0, history: 0 })
    .lean();
  return orders.map((order) => ({
    id: order._id,
    productType: order.productType,
    status: order.status,
    amount: toDecimal(order.money),
    refunded: toDecimal({ ...order.money, amountMinor: netRefundedMinor(order.facts) }),
    currency: order.money.currency,
    seller: { resellerId: order.resellerId, businessName: order.businessName },
    isTest: !order.livemode,
    createdAt: dateOfSale(order).toISOString(),
    receiptPath: purchaseState(order) ? receiptPath(commerce.sealer, order) : null,
  }));
}
