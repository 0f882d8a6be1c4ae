import type { OrderRefunds } from '@leadping/contracts/commerce/refund-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';
import { refundedMinor, refundOutcome } from '../orders/refund-request.ts';
import { findRefundObstacle, refundableMinor } from './find-obstacle.ts';
import { refusalText } from './refusal-texts.ts';

/** @throws {DomainError} NOT_FOUND, also for another reseller's order */
export async function readRefunds(
  { orders }: Pick<CommerceContext, 'orders'>,
  scope: OrderScope,
  id: string,
): Promise<OrderRefunds> {
  const order = await orders.findOne({ _id: id, ...ordersOf(scope) }).lean();
  if (!order) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  return showRefunds(order, scope);
}

export function showRefunds(order: OrderDocument, scope: OrderScope): OrderRefunds {
  const { _id, facts, money, refundRequests = [] } = order;
  const show = (amountMinor: number) => toDecimal({ ...money, amountMinor });
  return {
    orderId: _id,
    currency: money.currency,
    total: show(money.amountMinor),
    refunded: show(refundedMinor(facts)),
    refundable: show(refundableMinor(order)),
    obstacle: findRefundObstacle(order, scope),
    requests: refundRequests.toReversed().map((request) => ({
      id: request.id,
      amount: show(request.amountMinor),
      requestedAt: request.requestedAt.toISOString(),
      outcome: refundOutcome(request, facts),
      reason: request.state === 'refused' ? refusalText(request) : null,
    })),
  };
}
