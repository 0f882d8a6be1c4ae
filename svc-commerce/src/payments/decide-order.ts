import { isEmailAddress } from '@leadping/contracts/email-address';
import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import type { CommerceContext } from '../context.ts';
import type { OrderChange } from '../orders/change-order.ts';
import { historyEntry, historyOf, MAX_HISTORY } from '../orders/order-history.ts';
import { listFields, type OrderDocument } from '../orders/order.model.ts';
import { hasOpenInquiry, NO_FACTS, orderStatusOf } from '../orders/payment-facts.ts';
import { isSameFacts } from '../orders/same-facts.ts';
import type { CheckoutSession, PaymentFacts } from '../payment-provider/payment-provider.ts';
import { fillCustomer, isSameCustomer, readCustomer, type OrderCustomer } from './order-customer.ts';

/** Decides the order of a session that has none yet. Nothing is written here. */
export function buildOrder(
  { clock }: Pick<CommerceContext, 'clock'>,
  checkout: CheckoutDocument,
  session: CheckoutSession,
  facts: PaymentFacts,
  paidAt: Date | undefined,
): OrderDocument {
  const now = new Date(clock.now());
  const total = readTotal(session, checkout);
  const { money, amounts } = total;
  const status = orderStatusOf(facts, money.amountMinor);
  const dates = { createdAt: now, paidAt: facts.paid ? earliest(now.getTime(), paidAt) : null };
  const customer = readCustomer(session);
  const published = decidePublishing(facts, { ...customer, emailProblem: null, isPaidPublished: false });
  return {
    _id: checkout._id,
    sessionId: session.id,
    ...customer,
    ...published,
    productType: checkout.productType,
    resellerId: checkout.resellerId,
    businessName: checkout.businessName,
    livemode: checkout.livemode,
    ...total,
    facts,
    status,
    hasInquiry: hasOpenInquiry(facts),
    revision: 1,
    ...dates,
    ...listFields({ status, ...dates, money, facts, ...(amounts && { amounts }) }),
    sealedLicenseKey: null,
    licenseId: null,
    history: [historyEntry('created', now), ...historyOf(NO_FACTS, facts, now)],
    ...(published.isPaidPublished ? { republishAt: firstRepublishAt(clock) } : {}),
    publishCount: 0,
  };
}

/**
 * Decides how an order changes with new facts. Null if all of it is known.
 * @param facts the facts of the order, with the new ones folded in
 * @param paidAt the reported time of payment
 */
export function decideChange(
  order: OrderDocument,
  facts: PaymentFacts,
  reported: { customer: OrderCustomer | undefined; total: OrderTotal | undefined; paidAt: Date | undefined },
  now: number,
): Pick<OrderChange, 'fields' | 'history'> | null {
  const customer = fillCustomer(order, reported.customer);
  // A paid order keeps its total. Before that only the provider's own record has one.
  const total = !order.facts.paid && reported.total?.amounts ? reported.total : undefined;
  const { money } = total ?? order;
  const paidAt = facts.paid ? earliest(order.paidAt?.getTime() ?? now, reported.paidAt) : null;
  const isSamePaidAt = paidAt?.getTime() === order.paidAt?.getTime();
  if (isSameFacts(facts, order.facts) && isSamePaidAt && isSameCustomer(customer, order)) return null;
  const hasRoom = (order.history?.length ?? 0) < MAX_HISTORY;
  return {
    fields: {
      ...customer,
      ...total,
      facts,
      status: orderStatusOf(facts, money.amountMinor),
      hasInquiry: hasOpenInquiry(facts),
      ...decidePublishing(facts, { ...order, ...customer }),
      paidAt,
    },
    history: hasRoom ? historyOf(order.facts, facts, new Date(now)) : [],
  };
}

export type OrderTotal = Pick<OrderDocument, 'money' | 'amounts' | 'discountCode'>;

/** The total of a session with what it consists of. The price of the checkout if the session has no confirmed amounts. */
export function readTotal(
  { amounts }: CheckoutSession,
  { money, discount }: Pick<CheckoutDocument, 'money' | 'discount'>,
): OrderTotal {
  if (!amounts) return { money };
  const { totalMinor, ...parts } = amounts;
  const hasCode = discount !== undefined && parts.discountMinor > 0;
  return {
    money: { ...money, amountMinor: totalMinor },
    amounts: parts,
    ...(hasCode && { discountCode: discount.code }),
  };
}

/** @param known the recorded time of payment in ms, else now, so that no payment is in the future */
function earliest(known: number, reported: Date | undefined): Date {
  return new Date(Math.min(known, reported?.getTime() ?? known));
}

type Publishing = Pick<OrderDocument, 'customerEmail' | 'emailProblem' | 'isPaidPublished'>;

/**
 * A paid order is published once it has an address. An address that the mail provider refused stays refused until
 * corrected.
 */
function decidePublishing(
  facts: PaymentFacts,
  { customerEmail, emailProblem, isPaidPublished }: Publishing,
): Omit<Publishing, 'customerEmail'> {
  const problem = customerEmail === '' ? 'missing' : isEmailAddress(customerEmail) ? null : 'refused';
  return {
    emailProblem: facts.paid ? (isPaidPublished ? emailProblem : problem) : null,
    isPaidPublished: isPaidPublished || (facts.paid && problem === null),
  };
}
