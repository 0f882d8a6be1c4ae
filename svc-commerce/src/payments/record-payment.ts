import { canonicalEmail, isEmailAddress } from '@leadping/contracts/email-address';
import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import type { CommerceContext } from '../context.ts';
import { checkoutIds, type CheckoutDocument } from '../checkouts/checkout.model.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { CheckoutSession, PaymentFacts } from '../payment-provider/payment-provider.ts';
import { changeOrder } from '../orders/change-order.ts';
import { contestedEntries, entriesOf } from '../orders/order-outbox.ts';
import { listFields, type OrderDocument } from '../orders/order.model.ts';
import { historyEntry, historyOf, MAX_HISTORY } from '../orders/order-history.ts';
import {
  foldFacts,
  growsTooLarge,
  hasOpenInquiry,
  NO_FACTS,
  orderStatusOf,
} from '../orders/payment-facts.ts';

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
): Promise<OrderDocument> {
  const update = foldFacts(foldFacts(NO_FACTS, { paid: session.isPaid }), extra);
  bindLogFields(checkoutIds(checkout));
  const fresh = newOrder(commerce, checkout, session, update, paidAt);
  if (checkout.forgottenAt) {
    await commerce.checkouts.updateOne({ _id: checkout._id }, { $unset: { forgottenAt: 1 } });
  }
  const sellerEmail = await findSellerEmail(commerce, checkout.resellerId, update);
  commerce.failpoint('order.before-write');
  try {
    const outbox = [...entriesOf(fresh, null), ...contestedEntries(fresh, NO_FACTS, sellerEmail)];
    await commerce.orders.create({ ...fresh, outbox });
    commerce.failpoint('order.after-write');
    commerce.relay.flush(commerce.orders);
    recordWritten(commerce, fresh);
    return fresh;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return recordFacts(commerce, checkout, update, { customer: customerOf(session), paidAt });
  }
}

type Customer = Pick<
  OrderDocument,
  'customerEmail' | 'canonicalEmail' | 'customerName' | 'customerBusinessName' | 'paymentIntentId'
>;

/** Folds facts into an existing order. Facts that are known already, or too many, change and publish nothing. */
export async function recordFacts(
  commerce: CommerceContext,
  { _id: orderId, resellerId }: Pick<OrderDocument, '_id' | 'resellerId'>,
  update: Partial<PaymentFacts>,
  { customer, paidAt: reportedPaidAt }: { customer?: Customer; paidAt?: Date | undefined } = {},
): Promise<OrderDocument> {
  const sellerEmail = await findSellerEmail(commerce, resellerId, update);
  const changed = await changeOrder(commerce, { _id: orderId }, (order) => {
    const facts = foldFacts(order.facts, update);
    if (growsTooLarge(order.facts, facts)) {
      recordIgnored(commerce, order);
      return null;
    }
    const completed = withCustomer(order, customer);
    const now = commerce.clock.now();
    const known = order.paidAt?.getTime() ?? now;
    const paidAt = facts.paid ? earliest(known, update.paid ? reportedPaidAt : undefined) : null;
    const isSamePaidAt = paidAt?.getTime() === order.paidAt?.getTime();
    if (sameFacts(facts, order.facts) && isSamePaidAt && completed === order) return null;
    const { customerEmail, canonicalEmail, customerName, customerBusinessName, paymentIntentId } = completed;
    const hasRoom = (order.history?.length ?? 0) < MAX_HISTORY;
    return {
      fields: {
        customerEmail,
        canonicalEmail,
        customerName,
        customerBusinessName,
        paymentIntentId,
        facts,
        status: orderStatusOf(facts, order.money.amountMinor),
        hasInquiry: hasOpenInquiry(facts),
        ...publishing(facts, completed),
        paidAt,
      },
      history: hasRoom ? historyOf(order.facts, facts, new Date(now)) : [],
      events: (after) => contestedEntries(after, order.facts, sellerEmail),
    };
  });
  if (!changed) throw new Error(`order ${orderId} is gone`);
  if (changed.after !== changed.before) recordWritten(commerce, changed.after);
  return changed.after;
}

/**
 * The seller's address for notices of inquiries and disputes. Null without an address or without anything to report.
 */
async function findSellerEmail(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string | null,
  { disputes = {} }: Partial<PaymentFacts>,
): Promise<string | null> {
  if (resellerId === null || Object.keys(disputes).length === 0) return null;
  return (await resellers.findById(resellerId, { email: 1 }).lean())?.email ?? null;
}

function recordIgnored(commerce: CommerceContext, order: OrderDocument): void {
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Payment event ignored: the order has too many refunds or disputes',
    nextStep:
      'Compare the payment with Stripe. Where Stripe does not have them, whoever holds the webhook secret signs events: have it replaced.',
    data: { orderId: order._id, resellerId: order.resellerId },
  });
}

function recordWritten(commerce: CommerceContext, order: OrderDocument): void {
  commerce.record({
    level: 'info',
    category: 'stripe',
    message: `Order ${order.status}`,
    data: { orderId: order._id, resellerId: order.resellerId, revision: order.revision },
  });
}

function newOrder(
  { clock }: Pick<CommerceContext, 'clock'>,
  checkout: CheckoutDocument,
  session: CheckoutSession,
  facts: PaymentFacts,
  paidAt: Date | undefined,
): OrderDocument {
  const now = new Date(clock.now());
  const paidBy = earliest(now.getTime(), paidAt);
  const status = orderStatusOf(facts, checkout.money.amountMinor);
  const dates = { createdAt: now, paidAt: facts.paid ? paidBy : null };
  const customer = customerOf(session);
  const published = publishing(facts, { ...customer, emailProblem: null, isPaidPublished: false });
  return {
    _id: checkout._id,
    sessionId: session.id,
    ...customer,
    ...published,
    productType: checkout.productType,
    resellerId: checkout.resellerId,
    businessName: checkout.businessName,
    livemode: checkout.livemode,
    money: checkout.money,
    facts,
    status,
    hasInquiry: hasOpenInquiry(facts),
    revision: 1,
    ...dates,
    ...listFields({ status, ...dates }),
    sealedLicenseKey: null,
    licenseId: null,
    history: [historyEntry('created', now), ...historyOf(NO_FACTS, facts, now)],
    ...(published.isPaidPublished ? { republishAt: firstRepublishAt(clock) } : {}),
    publishCount: 0,
  };
}

/** @param known the recorded time of payment in ms, else now, so that no payment is in the future */
function earliest(known: number, reported: Date | undefined): Date {
  return new Date(Math.min(known, reported?.getTime() ?? known));
}

function customerOf({ customer, paymentId }: CheckoutSession): Customer {
  return {
    customerEmail: customer.email,
    canonicalEmail: canonicalEmail(customer.email),
    customerName: customer.name,
    customerBusinessName: customer.businessName,
    paymentIntentId: paymentId,
  };
}

type Publishing = Pick<OrderDocument, 'customerEmail' | 'emailProblem' | 'isPaidPublished'>;

/**
 * A paid order is published once it has an address. An address that the mail provider refused stays refused until
 * corrected.
 */
function publishing(
  facts: PaymentFacts,
  { customerEmail, emailProblem, isPaidPublished }: Publishing,
): Omit<Publishing, 'customerEmail'> {
  const problem = customerEmail === '' ? 'missing' : isEmailAddress(customerEmail) ? null : 'refused';
  return {
    emailProblem: facts.paid ? (isPaidPublished ? emailProblem : problem) : null,
    isPaidPublished: isPaidPublished || (facts.paid && problem === null),
  };
}

/** Fills in missing customer fields and keeps known ones. */
function withCustomer(order: OrderDocument, customer: Customer | undefined): OrderDocument {
  if (!customer || order.erasedAt) return order;
  const filled = {
    customerEmail: order.customerEmail || customer.customerEmail,
    canonicalEmail: order.canonicalEmail || customer.canonicalEmail,
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
    sameRefunds(a.refunds, b.refunds) &&
    Object.keys(a.disputes).length === Object.keys(b.disputes).length &&
    Object.entries(a.disputes).every(([id, outcome]) => b.disputes[id] === outcome)
  );
}

function sameRefunds(a: PaymentFacts['refunds'] = {}, b: PaymentFacts['refunds'] = {}): boolean {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([id, refund]) => b[id]?.failed === refund.failed && b[id].amountMinor === refund.amountMinor)
  );
}
