import type { CommerceContext } from '../context.ts';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { ProviderSession } from '../payments/provider-objects.ts';
import { entriesOf } from './order-outbox.ts';
import type { OrderDocument } from './order.model.ts';
import { foldFacts, NO_FACTS, paymentStatusOf, statusOf, type PaymentFacts } from './payment-facts.ts';

/** How long a paid order may wait for its license before it is told again. */
export const FULFILMENT_GRACE_MS = 60_000;

/**
 * Keeps what a session tells, and further facts of its payment, in the order of this checkout. State and events go in
 * one document write; once this returns, the order is on the majority's disk and nothing that follows can lose it.
 */
export async function recordSession(
  commerce: CommerceContext,
  checkout: CheckoutDocument,
  session: ProviderSession,
  further: Partial<PaymentFacts> = {},
): Promise<OrderDocument> {
  const told = foldFacts(foldFacts(NO_FACTS, { paid: session.payment_status !== 'unpaid' }), further);
  const fresh = newOrder(checkout, session, told);
  if (checkout.forgottenAt) {
    await commerce.checkouts.updateOne({ _id: checkout._id }, { $unset: { forgottenAt: 1 } });
  }
  commerce.failpoint('order.before-write');
  try {
    await commerce.orders.create({ ...fresh, outbox: entriesOf(fresh, 'unpaid') });
    noteWritten(commerce, fresh);
    return fresh;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return recordFacts(commerce, checkout._id, told, customerOf(session));
  }
}

type Customer = Pick<
  OrderDocument,
  'customerEmail' | 'customerName' | 'customerBusinessName' | 'paymentIntentId'
>;

/** Folds facts into an order that exists; facts that are known already change and tell nothing. */
export async function recordFacts(
  commerce: CommerceContext,
  orderId: string,
  told: Partial<PaymentFacts>,
  customer?: Customer,
): Promise<OrderDocument> {
  for (;;) {
    const order = await commerce.orders.findById(orderId).orFail().lean();
    const facts = foldFacts(order.facts, told);
    const completed = withCustomer(order, customer);
    if (sameFacts(facts, order.facts) && completed === order) return order;

    const next: OrderDocument = {
      ...completed,
      facts,
      status: statusOf(facts, order.money.amountMinor),
      revision: order.revision + 1,
      paidAt: order.paidAt ?? (facts.paid ? new Date() : null),
    };
    const isNewlyPaid = facts.paid && !order.facts.paid;
    commerce.failpoint('order.before-write');
    const { modifiedCount } = await commerce.orders.updateOne(
      { _id: orderId, revision: order.revision },
      {
        $set: {
          facts,
          status: next.status,
          revision: next.revision,
          paidAt: next.paidAt,
          customerEmail: next.customerEmail,
          customerName: next.customerName,
          customerBusinessName: next.customerBusinessName,
          paymentIntentId: next.paymentIntentId,
          ...(isNewlyPaid ? { republishAt: new Date(Date.now() + FULFILMENT_GRACE_MS) } : {}),
        },
        $push: { outbox: { $each: entriesOf(next, paymentStatusOf(order.facts, order.money.amountMinor)) } },
      },
    );
    // Another delivery changed the order in between: its facts are read and folded anew.
    if (modifiedCount === 0) continue;
    noteWritten(commerce, next);
    return next;
  }
}

function noteWritten(commerce: CommerceContext, order: OrderDocument): void {
  commerce.failpoint('order.after-write');
  commerce.relay.flush();
  commerce.record({
    level: 'info',
    category: 'stripe',
    message: `Order ${order.status}`,
    data: { orderId: order._id, resellerId: order.resellerId, revision: order.revision },
  });
}

function newOrder(checkout: CheckoutDocument, session: ProviderSession, facts: PaymentFacts): OrderDocument {
  const now = new Date();
  return {
    _id: checkout._id,
    sessionId: session.id,
    ...customerOf(session),
    productType: checkout.productType,
    resellerId: checkout.resellerId,
    businessName: checkout.businessName,
    livemode: checkout.livemode,
    money: checkout.money,
    facts,
    status: statusOf(facts, checkout.money.amountMinor),
    revision: 1,
    createdAt: now,
    paidAt: facts.paid ? now : null,
    sealedLicenseKey: null,
    ...(facts.paid ? { republishAt: new Date(now.getTime() + FULFILMENT_GRACE_MS) } : {}),
    publishCount: 0,
  };
}

function customerOf(session: ProviderSession): Customer {
  return {
    customerEmail: session.customer_details?.email ?? session.customer_email ?? '',
    customerName: session.customer_details?.name ?? null,
    customerBusinessName: session.customer_details?.business_name ?? null,
    paymentIntentId: session.payment_intent,
  };
}

/** What was unknown so far is filled in; what is known stays. */
function withCustomer(order: OrderDocument, customer: Customer | undefined): OrderDocument {
  if (!customer) return order;
  const filled = {
    customerEmail: order.customerEmail || customer.customerEmail,
    customerName: order.customerName ?? customer.customerName,
    customerBusinessName: order.customerBusinessName ?? customer.customerBusinessName,
    paymentIntentId: order.paymentIntentId ?? customer.paymentIntentId,
  };
  const isSame = (Object.keys(filled) as (keyof Customer)[]).every((key) => filled[key] === order[key]);
  return isSame ? order : { ...order, ...filled };
}

function sameFacts(a: PaymentFacts, b: PaymentFacts): boolean {
  return (
    a.paid === b.paid &&
    a.failed === b.failed &&
    a.refundedMinor === b.refundedMinor &&
    Object.keys(a.disputes).length === Object.keys(b.disputes).length &&
    Object.entries(a.disputes).every(([id, outcome]) => b.disputes[id] === outcome)
  );
}
