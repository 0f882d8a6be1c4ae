import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';

/**
 * Records that the seller has answered a withdrawal, which ends its warning. The first time stays.
 * @throws {DomainError} NOT_FOUND, also for another seller's order and for one without a withdrawal
 */
export async function answerWithdrawal(
  commerce: CommerceContext,
  scope: OrderScope,
  id: string,
): Promise<OrderDocument> {
  const answeredAt = new Date(commerce.clock.now());
  const changed = await changeOrder(commerce, { _id: id, ...ordersOf(scope) }, ({ withdrawal }) =>
    withdrawal && !withdrawal.answeredAt ? { fields: { withdrawal: { ...withdrawal, answeredAt } } } : null,
  );
  if (!changed?.after.withdrawal) throw new DomainError('NOT_FOUND', 'This order has no withdrawal.');
  if (changed.after !== changed.before) {
    recordChange({
      target: id,
      before: { withdrawalAnsweredAt: null },
      after: { withdrawalAnsweredAt: answeredAt.toISOString() },
    });
  }
  return changed.after;
}
