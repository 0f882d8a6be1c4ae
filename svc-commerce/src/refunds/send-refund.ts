import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import { historyEntry } from '../orders/order-history.ts';
import { EPOCH, type OrderDocument } from '../orders/order.model.ts';
import type { RefundRequest } from '../orders/refund-request.ts';
import { findSecretKeys } from '../payments/find-secret-keys.ts';
import type { NewRefund, RefundReply } from '../payment-provider/payment-provider.ts';
import { isKeyRefused } from '../payment-provider/provider-failure.ts';

/** A request without a reply is sent again after this. Longer than one call may take. */
export const SEND_AGAIN_MS = 60_000;
/**
 * The provider forgets idempotency keys after a day. An older request is only looked up, because sending it again could
 * make a second refund.
 */
const KEY_KEPT_MS = 23 * 3_600_000;

/** What became of a request. Null if the account of no key has the payment. */
type Settled = Pick<RefundRequest, 'state' | 'refundId' | 'refusal' | 'text'>;

/**
 * Sends a request to the provider, and stores the reply in the order.
 * @param isRepeat whether an earlier call may have reached the provider
 * @returns the order. The request is still `sending` if the provider did not reply.
 */
export async function sendRefund(
  commerce: CommerceContext,
  order: OrderDocument,
  request: RefundRequest,
  { isRepeat }: { isRepeat: boolean },
): Promise<OrderDocument> {
  const ids = { orderId: order._id, refundRequest: request.id };
  let settled: Settled;
  try {
    settled = await queryProvider(commerce, order, request, isRepeat);
  } catch (error) {
    commerce.log.warn({ err: error, ...ids }, 'refund request not answered');
    return order;
  }
  commerce.failpoint('refund.before-settle');
  const changed = await changeOrder(commerce, { _id: order._id }, ({ refundRequests = [] }) => {
    const stored = refundRequests.find(({ id }) => id === request.id);
    if (stored?.state !== 'sending') return null;
    const { amountMinor } = request;
    const refused = historyEntry('refund-refused', new Date(commerce.clock.now()), {
      refundedMinor: amountMinor,
    });
    return {
      fields: {
        refundRequests: refundRequests.map((each) => (each === stored ? { ...each, ...settled } : each)),
        refundDueAt: null,
      },
      history: settled.state === 'refused' ? [refused] : [],
    };
  });
  commerce.record({
    level: settled.state === 'refused' ? 'warning' : 'info',
    category: 'stripe',
    message: settled.state === 'refused' ? 'Refund refused by Stripe' : 'Refund requested from Stripe',
    data: { ...ids, resellerId: order.resellerId, ...(settled.refusal && { reason: settled.refusal }) },
  });
  return changed?.after ?? order;
}

/** Sends the requests again whose reply was lost, for example because the process ended in between. */
export async function sendRefundsAgain(commerce: CommerceContext): Promise<void> {
  const { orders, clock } = commerce;
  for (;;) {
    const now = clock.now();
    const order = await orders
      .findOneAndUpdate(
        { refundDueAt: trusted({ $gt: EPOCH, $lte: new Date(now) }) },
        { $set: { refundDueAt: new Date(now + SEND_AGAIN_MS) } },
        { returnDocument: 'after', sort: { refundDueAt: 1 } },
      )
      .lean();
    if (!order) return;
    const request = order.refundRequests?.find(({ state }) => state === 'sending');
    if (request) await sendRefund(commerce, order, request, { isRepeat: true });
    else await orders.updateOne({ _id: order._id }, { $set: { refundDueAt: null } });
  }
}

/**
 * Asks with each key of the account, because the payment may belong to a former key. Only one account has the payment,
 * so at most one call refunds it.
 * @throws {DomainError} if it is not known whether the provider has made the refund
 */
async function queryProvider(
  commerce: CommerceContext,
  { _id: orderId, resellerId, livemode, paymentIntentId }: OrderDocument,
  { id: requestId, amountMinor, requestedAt }: RefundRequest,
  isRepeat: boolean,
): Promise<Settled> {
  if (paymentIntentId === null) return { state: 'refused', refusal: 'unknown-payment' };
  const refund: NewRefund = { requestId, orderId, paymentId: paymentIntentId, amountMinor };
  const isTooOld = commerce.clock.now() - requestedAt.getTime() > KEY_KEPT_MS;
  let refused: Settled = { state: 'refused', refusal: isTooOld ? 'not-sent' : 'unknown-payment' };
  const keys = await findSecretKeys(commerce, { resellerId, livemode });
  if (keys.length === 0) {
    // An earlier call may have made the refund, and nobody can look.
    if (isRepeat) throw new DomainError('UNAVAILABLE', 'This account has no payment key.');
    return { state: 'refused', refusal: 'no-key' };
  }
  for (const { secretKey, isCurrent } of keys) {
    if (isRepeat) {
      const refundId = await findRefund(commerce, secretKey, refund, isCurrent);
      if (refundId !== null) return { state: 'accepted', refundId };
    }
    if (isTooOld) continue;
    const reply = await commerce.paymentProvider.requestRefund(secretKey, refund);
    if (reply === null) continue;
    if (reply.state === 'accepted' || !dependsOnKey(reply)) return reply;
    if (isCurrent) refused = reply;
  }
  return refused;
}

/** A revoked former key is skipped, because it made no refund either. */
async function findRefund(
  { paymentProvider }: Pick<CommerceContext, 'paymentProvider'>,
  secretKey: string,
  refund: NewRefund,
  isCurrent: boolean,
): Promise<string | null> {
  try {
    return await paymentProvider.findRefund(secretKey, refund);
  } catch (error) {
    if (isCurrent || !isKeyRefused(error)) throw error;
    return null;
  }
}

/** Whether another key of the account may be allowed to do it. */
function dependsOnKey(reply: RefundReply): boolean {
  return reply.state === 'refused' && (reply.refusal === 'no-permission' || reply.refusal === 'key-rejected');
}
