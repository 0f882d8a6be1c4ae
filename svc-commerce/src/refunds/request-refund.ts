import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { Types } from 'mongoose';
import { createHash } from 'node:crypto';
import type { CommerceContext } from '../context.ts';
import { changeOrder, type OrderChange } from '../orders/change-order.ts';
import { historyEntry } from '../orders/order-history.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';
import { refundedMinor, type RefundRequest } from '../orders/refund-request.ts';
import { findRefundObstacle, refundableMinor } from './find-obstacle.ts';
import { refusalText } from './refusal-texts.ts';
import { SEND_AGAIN_MS, sendRefund } from './send-refund.ts';

export interface WantedRefund {
  /** Decimal strings in major units. */
  amount: string;
  /** What was refunded before, as the sender has seen it. */
  refunded: string;
}

/**
 * Stores the request in the order and sends it to the provider. The stored request reserves the order, so that only one
 * refund is under way at a time. Its id is the provider's idempotency key. A double click, a retry and a crash in between
 * therefore all end in one refund. If the provider does not reply, the request stays open and is sent again.
 * @returns the order, whose state changes once the provider's event arrives
 * @throws {DomainError} NOT_FOUND, also for another reseller's order; VALIDATION_FAILED for the amount; CONFLICT if the
 * order cannot be refunded now; IDEMPOTENCY_MISMATCH; REFUND_REFUSED by the provider
 */
export async function requestRefund(
  commerce: CommerceContext,
  scope: OrderScope,
  id: string,
  wanted: WantedRefund,
  idempotencyKey: string | undefined,
): Promise<OrderDocument> {
  const keyHash =
    idempotencyKey === undefined ? null : createHash('sha256').update(idempotencyKey).digest('hex');
  let request: RefundRequest | undefined;
  const changed = await changeOrder(commerce, { _id: id, ...ordersOf(scope) }, (order) => {
    request = findRepeated(order, keyHash, wanted);
    if (request) return null;
    const amountMinor = checkRequest(order, scope, wanted);
    const requestedAt = new Date(commerce.clock.now());
    request = { id: new Types.ObjectId().toHexString(), keyHash, amountMinor, requestedAt, state: 'sending' };
    return addRequest(order, request);
  });
  if (!changed || !request) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  const { before, after } = changed;
  if (after !== before) {
    const amount = formatMoney({ ...after.money, amountMinor: request.amountMinor });
    recordChange({ target: id, before: { refund: null }, after: { refund: amount } });
  }
  if (request.state === 'accepted') return after;
  const sent = await sendRefund(commerce, after, request, { isRepeat: after === before });
  const { state, ...refusal } = sent.refundRequests?.find((each) => each.id === request?.id) ?? request;
  if (state === 'refused') throw new DomainError('REFUND_REFUSED', refusalText(refusal));
  return sent;
}

/**
 * The earlier request with this key. A refused one has refunded nothing, so its key may start a new one.
 * @throws {DomainError} IDEMPOTENCY_MISMATCH
 */
function findRepeated(
  { refundRequests = [], money }: OrderDocument,
  keyHash: string | null,
  { amount }: WantedRefund,
): RefundRequest | undefined {
  if (keyHash === null) return undefined;
  const repeated = refundRequests.find((each) => each.keyHash === keyHash && each.state !== 'refused');
  if (repeated && fromDecimal(amount, money.currency)?.amountMinor !== repeated.amountMinor) {
    throw new DomainError(
      'IDEMPOTENCY_MISMATCH',
      'This idempotency key was used for a refund of another amount. Nothing was refunded by this call. Please start again.',
    );
  }
  return repeated;
}

/**
 * @returns the amount in minor units
 * @throws {DomainError} CONFLICT, VALIDATION_FAILED
 */
function checkRequest(order: OrderDocument, scope: OrderScope, wanted: WantedRefund): number {
  const { money, facts } = order;
  const obstacle = findRefundObstacle(order, scope);
  if (obstacle) throw new DomainError('CONFLICT', obstacle);
  const show = (amountMinor: number) => formatMoney({ ...money, amountMinor });
  const seen = fromDecimal(wanted.refunded, money.currency)?.amountMinor;
  if (seen !== refundedMinor(facts)) {
    throw new DomainError(
      'CONFLICT',
      `${show(refundedMinor(facts))} of this order is refunded by now. Nothing was refunded by this call. Look at the order again before you refund more.`,
    );
  }
  const amountMinor = fromDecimal(wanted.amount, money.currency)?.amountMinor ?? 0;
  const left = refundableMinor(order);
  if (amountMinor < 1 || amountMinor > left) {
    throw new DomainError(
      'VALIDATION_FAILED',
      `Enter an amount of ${show(1)} to ${show(left)}, in ${money.currency}.`,
      { field: 'amount' },
    );
  }
  return amountMinor;
}

function addRequest({ refundRequests = [] }: OrderDocument, request: RefundRequest): OrderChange {
  const { amountMinor, requestedAt } = request;
  return {
    fields: {
      refundRequests: [...refundRequests, request],
      refundDueAt: new Date(requestedAt.getTime() + SEND_AGAIN_MS),
    },
    history: [historyEntry('refund-requested', requestedAt, { refundedMinor: amountMinor })],
  };
}
