import type { CheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isOutage } from '@leadping/service-kit/messaging/outage';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { trusted } from 'mongoose';
import type { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import { showAmounts } from '../orders/amounts.ts';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import { netRefundedMinor } from '../orders/payment-facts.ts';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { applySession } from './apply-session.ts';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import { findOfferPath } from '../checkouts/find-offer-path.ts';
import { purchaseState } from '../orders/purchase-state.ts';
import { receiptPath } from '../orders/receipt-path.ts';

type Status = z.infer<typeof CheckoutStatus>;

/** A success page polls; the provider is queried at most this often for each checkout. */
const QUERY_INTERVAL_MS = 2000;

/**
 * The payment status of a checkout, for a caller who has its session id. Before the webhook has arrived, the provider
 * is queried and its reply is recorded like an event.
 * @throws {DomainError} NOT_FOUND for sessions that are not ours
 */
export async function refreshCheckoutStatus(commerce: CommerceContext, sessionId: string): Promise<Status> {
  const checkout = await commerce.checkouts.findOne({ sessionId }).lean();
  if (!checkout) throw new DomainError('NOT_FOUND', 'This checkout does not exist.');
  const { productType, money, resellerId } = checkout;
  const offer = { productType, offerPath: await findOfferPath(commerce, resellerId) };
  const known = await commerce.orders.findById(checkout._id).lean();
  const isSettled = known !== null && known.status !== 'pending';
  const sessionStatus = isSettled ? null : await refreshSession(commerce, checkout, sessionId);
  const order = isSettled ? known : await commerce.orders.findById(checkout._id).lean();
  if (order) return { ...offer, ...showPayment(commerce, order) };

  const state = sessionStatus === 'open' || sessionStatus === 'expired' ? sessionStatus : 'processing';
  const total = { amount: toDecimal(money), currency: money.currency };
  return { ...offer, status: state === 'expired' ? 'failed' : 'processing', state, email: null, total };
}

function showPayment(
  commerce: CommerceContext,
  order: OrderDocument,
): Omit<Status, 'productType' | 'offerPath'> {
  const { money, customerEmail } = order;
  const state = purchaseState(order);
  const shown = {
    email: customerEmail === '' ? null : maskEmail(customerEmail),
    total: { amount: toDecimal(money), currency: money.currency },
  };
  if (state) return { ...shown, status: 'paid', state, purchase: showPurchase(commerce, order) };
  const unpaid = order.status === 'failed' ? 'failed' : 'processing';
  return { ...shown, status: unpaid, state: unpaid };
}

/** The session id stays in the browser's history, so it leads to the buyer's receipt only for this time, in ms. */
const RECEIPT_LINKED_MS = 3_600_000;

function showPurchase(commerce: CommerceContext, order: OrderDocument): NonNullable<Status['purchase']> {
  const paidAt = dateOfSale(order);
  const { net: _net, ...amounts } = showAmounts(order);
  const isRecent = commerce.clock.now() - paidAt.getTime() < RECEIPT_LINKED_MS;
  return {
    orderNumber: order._id,
    paidAt: paidAt.toISOString(),
    seller: order.businessName,
    amounts,
    refunded: toDecimal({ ...order.money, amountMinor: netRefundedMinor(order.facts) }),
    ...(isRecent && { receiptPath: receiptPath(commerce.sealer, order) }),
  };
}

/** @returns the session's state at the latest query; null if the provider did not reply */
async function refreshSession(
  commerce: CommerceContext,
  checkout: CheckoutDocument,
  sessionId: string,
): Promise<CheckoutSession['status']> {
  const { modifiedCount } = await commerce.checkouts.updateOne(
    {
      _id: checkout._id,
      $or: [{ askedAt: null }, { askedAt: trusted({ $lt: new Date(Date.now() - QUERY_INTERVAL_MS) }) }],
    },
    { $set: { askedAt: new Date() } },
  );
  const account = { resellerId: checkout.resellerId, livemode: checkout.livemode };
  if (modifiedCount === 0) return checkout.sessionStatus ?? null;
  const secretKeys = await findSecretKeys(commerce, account);
  for (const { secretKey } of secretKeys) {
    try {
      const session = await commerce.paymentProvider.findSession(secretKey, sessionId);
      if (!session) {
        commerce.log.warn({ sessionId }, 'payment session not found with this key');
        continue;
      }
      if (session.status === 'complete') await applySession(commerce, account, session, {});
      await commerce.checkouts.updateOne({ _id: checkout._id }, { $set: { sessionStatus: session.status } });
      return session.status;
    } catch (err) {
      // The page polls and the webhook is still to come, so an outage of the provider must not fail the page. If the
      // provider does not reply, trying the next keys would exceed the time limit of the call.
      commerce.log.warn({ err, sessionId }, 'payment session not retrieved');
      if (isOutage(err)) return null;
    }
  }
  return null;
}
