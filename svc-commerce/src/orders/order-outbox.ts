import {
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderPaid,
  orderRefunded,
} from '@leadping/contracts/commerce/order-events';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { OrderDocument } from './order.model.ts';
import { paymentStatusOf, type PaymentStatus } from './payment-facts.ts';

const STANDING_EVENTS = {
  good: orderDisputeWon,
  refunded: orderRefunded,
  disputed: orderDisputed,
  lost: orderDisputeLost,
} as const;

/** What a change of an order has to tell: that it is paid, once, and where its payment stands whenever that changes. */
export function entriesOf(order: OrderDocument, before: PaymentStatus): OutboxEntry[] {
  const now = paymentStatusOf(order.facts, order.money.amountMinor);
  const entries: OutboxEntry[] = [];
  if (now === 'unpaid' || now === before) return entries;
  if (before === 'unpaid') {
    entries.push(paidEntry(order));
    if (now === 'good') return entries;
  }
  const id = `order-paymentStatus:${order._id}:${order.revision}`;
  entries.push(outboxEntry(STANDING_EVENTS[now], id, { ...subject(order), revision: order.revision }));
  return entries;
}

/** @param telling 0 for the first; a repeat has an id of its own, so that NATS delivers it again. */
export function paidEntry(order: OrderDocument, telling = 0): OutboxEntry {
  return outboxEntry(orderPaid, `order-paid:${order._id}${telling === 0 ? '' : `:${telling}`}`, {
    ...subject(order),
    customerName: order.customerName,
    money: order.money,
    stripeSessionId: order.sessionId,
    paidAt: (order.paidAt ?? order.createdAt).toISOString(),
  });
}

function subject(order: OrderDocument) {
  return {
    orderId: order._id,
    productType: order.productType,
    seller: { resellerId: order.resellerId, businessName: order.businessName },
    customerEmail: order.customerEmail,
  };
}
