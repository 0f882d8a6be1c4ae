import { orderWebhookDue, type OrderChangeNotice } from '@leadping/contracts/commerce/order-webhook-events';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { PaymentFacts } from '../payment-provider/payment-provider.ts';
import type { OrderDocument } from './order.model.ts';
import { isInquiry, netRefundedMinor } from './payment-facts.ts';

/**
 * The changes that order webhooks report: one for each change of the refunded amount, and one for each dispute that was
 * opened, won or lost.
 */
export function changeEntries(order: OrderDocument, before: PaymentFacts, at: Date): OutboxEntry[] {
  const changes = [...refundChanges(order, before), ...disputeChanges(order, before)];
  return changes.map((change, index) => {
    const changeId = `${order.revision}.${index}`;
    const payload = { orderId: order._id, changeId, changedAt: at.toISOString(), change };
    return outboxEntry(orderWebhookDue, `order-webhook:${order._id}:${changeId}`, payload);
  });
}

function refundChanges({ facts, money }: OrderDocument, before: PaymentFacts): OrderChangeNotice[] {
  const refundedMinor = netRefundedMinor(facts);
  const changedMinor = refundedMinor - netRefundedMinor(before);
  if (changedMinor === 0) return [];
  return [
    {
      event: 'order.refunded',
      amountMinor: Math.abs(changedMinor),
      refundedMinor,
      isFull: refundedMinor > 0 && refundedMinor >= money.amountMinor,
      isFailed: changedMinor < 0,
    },
  ];
}

function disputeChanges({ facts }: OrderDocument, before: PaymentFacts): OrderChangeNotice[] {
  return Object.entries(facts.disputes).flatMap(([disputeId, state]) => {
    if (isInquiry(state) || before.disputes[disputeId] === state) return [];
    const { money = null, reason = null, dueBy = null } = facts.disputeDetails?.[disputeId] ?? {};
    return [
      { event: 'order.disputed', disputeId, state, money, reason, dueBy: dueBy?.toISOString() ?? null },
    ];
  });
}
