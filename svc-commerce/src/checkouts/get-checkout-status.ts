import type { CheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { findSecretKey } from '../payments/account.ts';
import { applySession } from '../payments/apply-event.ts';
import { ProviderSession } from '../payments/provider-objects.ts';
import type { CheckoutDocument } from './checkout.model.ts';
import { maskEmail } from './mask-email.ts';

type Status = z.infer<typeof CheckoutStatus>;

/** A success page polls; the provider is asked at most this often for each checkout. */
const ASK_INTERVAL_MS = 2000;

/**
 * How a checkout stands for whoever has its session id. Before the webhook has come the provider is asked, and what it
 * answers is kept like an event.
 * @throws {DomainError} NOT_FOUND for sessions that are not ours
 */
export async function showCheckoutStatus(commerce: CommerceContext, sessionId: string): Promise<Status> {
  const checkout = await commerce.checkouts.findOne({ sessionId }).lean();
  if (!checkout) throw new DomainError('NOT_FOUND', 'This checkout does not exist.');
  const { productType } = checkout;
  const order = await commerce.orders.findById(checkout._id).lean();
  if (order && order.status !== 'pending') return showOrder(order);

  const isExpired = (await askSession(commerce, checkout, sessionId)) === 'expired';
  const settled = await commerce.orders.findById(checkout._id).lean();
  if (settled) return showOrder(settled);
  return { status: isExpired ? 'failed' : 'processing', productType, email: null };
}

function showOrder(order: OrderDocument): Status {
  const status = order.facts.paid ? 'paid' : order.status === 'failed' ? 'failed' : 'processing';
  return { status, productType: order.productType, email: maskEmail(order.customerEmail) };
}

async function askSession(
  commerce: CommerceContext,
  checkout: CheckoutDocument,
  sessionId: string,
): Promise<ProviderSession['status']> {
  const { modifiedCount } = await commerce.checkouts.updateOne(
    {
      _id: checkout._id,
      $or: [{ askedAt: null }, { askedAt: trusted({ $lt: new Date(Date.now() - ASK_INTERVAL_MS) }) }],
    },
    { $set: { askedAt: new Date() } },
  );
  const account = { resellerId: checkout.resellerId, livemode: checkout.livemode };
  const secretKey = modifiedCount === 1 ? await findSecretKey(commerce, account) : null;
  if (secretKey === null) return null;
  try {
    const session = ProviderSession.parse(
      await commerce.stripe(secretKey).checkout.sessions.retrieve(sessionId),
    );
    if (session.status === 'complete') await applySession(commerce, account, session);
    return session.status;
  } catch (error) {
    // The page keeps asking and the webhook is still to come: a provider that is away must not fail the page.
    commerce.log.warn({ type: (error as Error).name, sessionId }, 'payment session could not be asked for');
    return null;
  }
}
