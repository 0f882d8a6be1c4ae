import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { checkoutIds, type CheckoutDocument } from '../checkouts/checkout.model.ts';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import { contestedEntries } from '../orders/order-outbox.ts';
import { findSellerTerms } from '../orders/find-seller-terms.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { foldFacts, growsTooLarge, NO_FACTS } from '../orders/payment-facts.ts';
import type { CheckoutSession, PaymentFacts } from '../payment-provider/payment-provider.ts';
import { findSellerEmail, logIgnored, logWritten, newOrderEvents } from './announce-order.ts';
import { buildOrder, decideChange, readTotal, type OrderTotal } from './decide-order.ts';
import { readCustomer, type OrderCustomer } from './order-customer.ts';

/** Facts about a payment besides its session. */
export interface PaymentReport {
  facts?: Partial<PaymentFacts>;
  /** Time of payment by the provider's clock, if its event is known. Until then the current time is used. */
  paidAt?: Date | undefined;
}

/**
 * Records a session, and extra facts of its payment, in the order of this checkout. State and events are one document
 * write. Once this returns, a majority of the replicas has the order on disk and no later failure can lose it.
 */
export async function recordSession(
  commerce: CommerceContext,
  checkout: CheckoutDocument,
  session: CheckoutSession,
  { facts: extra = {}, paidAt }: PaymentReport,
): Promise<void> {
  bindLogFields(checkoutIds(checkout));
  const facts = foldFacts(foldFacts(NO_FACTS, { paid: session.isPaid }), extra);
  const order = buildOrder(commerce, checkout, session, facts, paidAt);
  if (checkout.forgottenAt) {
    await commerce.checkouts.updateOne({ _id: checkout._id }, { $unset: { forgottenAt: 1 } });
  }
  if (!(await createOrder(commerce, checkout, order))) {
    const total = readTotal(session, checkout);
    await recordFacts(commerce, checkout, facts, { customer: readCustomer(session), total, paidAt });
  }
}

/** @returns false if the order exists */
async function createOrder(
  commerce: CommerceContext,
  checkout: CheckoutDocument,
  built: OrderDocument,
): Promise<boolean> {
  const { orders, failpoint, relay } = commerce;
  const sellerEmail = await findSellerEmail(commerce, built.resellerId, built.facts);
  const sellerTerms = await findSellerTerms(commerce, checkout);
  const order = sellerTerms ? { ...built, sellerTerms } : built;
  failpoint('order.before-write');
  try {
    await orders.create({ ...order, outbox: newOrderEvents(order, sellerEmail) });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
  failpoint('order.after-write');
  relay.flush(orders);
  logWritten(commerce, order);
  return true;
}

/** Folds facts into an existing order. Facts that are known already, or too many, change and publish nothing. */
export async function recordFacts(
  commerce: CommerceContext,
  { _id: orderId, resellerId }: Pick<OrderDocument, '_id' | 'resellerId'>,
  update: Partial<PaymentFacts>,
  {
    customer,
    total,
    paidAt,
  }: { customer?: OrderCustomer; total?: OrderTotal; paidAt?: Date | undefined } = {},
): Promise<void> {
  const sellerEmail = await findSellerEmail(commerce, resellerId, update);
  const reported = { customer, total, paidAt: update.paid ? paidAt : undefined };
  const changed = await changeOrder(commerce, { _id: orderId }, (order) => {
    const facts = foldFacts(order.facts, update);
    if (growsTooLarge(order.facts, facts)) {
      logIgnored(commerce, order);
      return null;
    }
    const change = decideChange(order, facts, reported, commerce.clock.now());
    return change && { ...change, events: (after) => contestedEntries(after, order.facts, sellerEmail) };
  });
  if (!changed) throw new Error(`order ${orderId} is gone`);
  if (changed.after !== changed.before) logWritten(commerce, changed.after);
}
