import type { CheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isOutage } from '@leadping/service-kit/messaging/outage';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { trusted } from 'mongoose';
import type { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { applySession } from './apply-session.ts';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import { findOfferPath } from '../checkouts/find-offer-path.ts';

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
  const order = await commerce.orders.findById(checkout._id).lean();
  const offer = await describeOffer(commerce, checkout);
  if (order && order.status !== 'pending') return { ...showPayment(order), ...offer };

  const isExpired = (await refreshSession(commerce, checkout, sessionId)) === 'expired';
  const settled = await commerce.orders.findById(checkout._id).lean();
  if (settled) return { ...showPayment(settled), ...offer };
  return { status: isExpired ? 'failed' : 'processing', email: null, ...offer };
}

async function describeOffer(
  commerce: CommerceContext,
  { productType, money, resellerId }: CheckoutDocument,
): Promise<Pick<Status, 'productType' | 'total' | 'offerPath'>> {
  return {
    productType,
    total: { amount: toDecimal(money), currency: money.currency },
    offerPath: await findOfferPath(commerce, resellerId),
  };
}

function showPayment(order: OrderDocument): Pick<Status, 'status' | 'email'> {
  const status = order.facts.paid ? 'paid' : order.status === 'failed' ? 'failed' : 'processing';
  return { status, email: order.customerEmail === '' ? null : maskEmail(order.customerEmail) };
}

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
  const secretKeys = modifiedCount === 1 ? await findSecretKeys(commerce, account) : [];
  for (const { secretKey } of secretKeys) {
    try {
      const session = await commerce.paymentProvider.findSession(secretKey, sessionId);
      if (!session) {
        commerce.log.warn({ sessionId }, 'payment session not found with this key');
        continue;
      }
      if (session.status === 'complete') await applySession(commerce, account, session, {});
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
