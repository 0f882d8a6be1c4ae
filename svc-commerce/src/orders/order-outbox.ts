import {
  orderContested,
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderEmailCorrected,
  orderEmailProblem,
  orderPaid,
  orderPaidId,
  orderRefunded,
  orderRefundFailed,
  orderWithdrawn,
} from '@leadping/contracts/commerce/order-events';
import type { Purchase } from '@leadping/contracts/purchase';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { dateOfSale, type OrderDocument } from './order.model.ts';
import type { PaymentFacts } from '../payment-provider/payment-provider.ts';
import { isInquiry, paymentStatusOf, type PaymentStatus } from './payment-facts.ts';

const STATUS_EVENTS = {
  good: orderDisputeWon,
  refunded: orderRefunded,
  disputed: orderDisputed,
  lost: orderDisputeLost,
} as const;

/**
 * The events that a change of an order publishes. The order is published as paid once it also has an address for the
 * key, and from then on with each change of its payment status.
 * @param before null for a new order
 */
export function entriesOf(order: OrderDocument, before: OrderDocument | null): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  const isNewProblem = order.emailProblem !== null && order.emailProblem !== before?.emailProblem;
  if (isNewProblem) entries.push(emailProblemEntry(order));
  if (!order.isPaidPublished) return entries;
  const isFirst = before?.isPaidPublished !== true;
  if (isFirst) entries.push(paidEntry(order));
  const now = statusOf(order);
  const was = isFirst ? 'good' : statusOf(before);
  if (now === 'unpaid' || now === was) return entries;
  const id = `order-status:${order._id}:${order.revision}`;
  const payload = { ...subject(order), revision: order.revision };
  if (was === 'refunded') entries.push(outboxEntry(orderRefundFailed, `${id}:refund`, payload));
  // Disputes that changed while the order was fully refunded were not published.
  const isDisputeKnown =
    was === 'refunded' && now === 'good' && Object.values(order.facts.disputes).every(isInquiry);
  if (!isDisputeKnown) entries.push(outboxEntry(STATUS_EVENTS[now], id, payload));
  return entries;
}

export function paidEntry(order: OrderDocument, repeat = 0): OutboxEntry {
  return outboxEntry(orderPaid, orderPaidId(order._id, repeat), {
    ...subject(order),
    customerName: order.customerName,
    money: order.money,
    stripeSessionId: order.sessionId,
    paidAt: dateOfSale(order).toISOString(),
    isTest: !order.livemode,
    ...purchaseEntry(order),
  });
}

function purchaseEntry(order: OrderDocument): { purchase?: Purchase } {
  const { sellerTerms, money, amounts, discountCode } = order;
  if (!sellerTerms) return {};
  const paidAt = dateOfSale(order).toISOString();
  return {
    purchase: {
      paidAt,
      money,
      ...(amounts && { amounts }),
      ...(discountCode !== undefined && { discountCode }),
      seller: sellerTerms,
    },
  };
}

export function emailCorrectedEntry(order: OrderDocument): OutboxEntry {
  const { _id, revision, emailCorrectedAt } = order;
  const payload = { ...subject(order), revision, correctedAt: emailCorrectedAt?.toISOString() };
  return outboxEntry(orderEmailCorrected, `order-email-corrected:${_id}:${revision}`, payload);
}

/** @param sellerEmail null for the platform's own sales */
export function withdrawnEntry(order: OrderDocument, sellerEmail: string | null): OutboxEntry {
  const { _id, money, withdrawal } = order;
  if (!withdrawal) throw new Error(`Order ${_id} has no withdrawal`);
  const { receivedAt, name, outcome, isWaived, obstacle, isPastPeriod } = withdrawal;
  return outboxEntry(orderWithdrawn, `order-withdrawn:${_id}`, {
    ...subject(order),
    money,
    name,
    receivedAt: receivedAt.toISOString(),
    outcome,
    ...(isWaived && { isWaived }),
    ...purchaseEntry(order),
    ...(obstacle && { obstacle }),
    ...(isPastPeriod && { isPastPeriod }),
    sellerEmail,
  });
}

const CONTESTS = { inquiry: 'inquiry', open: 'dispute' } as const;

/**
 * The notices for the seller: one for each new inquiry and each new dispute, even if the dispute began as an inquiry.
 */
export function contestedEntries(
  order: OrderDocument,
  before: PaymentFacts,
  sellerEmail: string | null,
): OutboxEntry[] {
  return Object.entries(order.facts.disputes).flatMap(([disputeId, outcome]) => {
    if ((outcome !== 'inquiry' && outcome !== 'open') || before.disputes[disputeId] === outcome) return [];
    const kind = CONTESTS[outcome];
    const id = `order-contested:${order._id}:${disputeId}:${kind}`;
    const { dueBy, reason } = order.facts.disputeDetails?.[disputeId] ?? {};
    const details = { ...(dueBy && { dueBy: dueBy.toISOString() }), ...(reason && { reason }) };
    const payload = { ...subject(order), money: order.money, kind, disputeId, ...details, sellerEmail };
    return [outboxEntry(orderContested, id, payload)];
  });
}

function emailProblemEntry(order: OrderDocument): OutboxEntry {
  return outboxEntry(orderEmailProblem, `order-email-problem:${order._id}:${order.revision}`, {
    ...subject(order),
    ...(order.emailProblem === 'undelivered'
      ? { problem: 'refused', isUndelivered: true }
      : { problem: order.emailProblem ?? 'missing' }),
  });
}

function statusOf({ facts, money }: OrderDocument): PaymentStatus {
  return paymentStatusOf(facts, money.amountMinor);
}

function subject(order: OrderDocument) {
  return {
    orderId: order._id,
    productType: order.productType,
    seller: { resellerId: order.resellerId, businessName: order.businessName },
    customerEmail: order.customerEmail,
  };
}
