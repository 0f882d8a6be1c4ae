import type { OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { CommerceContext } from '../context.ts';
import { changeEntries } from '../orders/change-entries.ts';
import { contestedEntries, entriesOf } from '../orders/order-outbox.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { NO_FACTS } from '../orders/payment-facts.ts';
import type { PaymentFacts } from '../payment-provider/payment-provider.ts';

/** The events that a new order publishes. */
export function newOrderEvents(order: OrderDocument, sellerEmail: string | null): OutboxEntry[] {
  return [
    ...entriesOf(order, null),
    ...changeEntries(order, NO_FACTS, order.createdAt),
    ...contestedEntries(order, NO_FACTS, sellerEmail),
  ];
}

/**
 * The seller's address for notices of inquiries and disputes. Null without an address or without anything to report.
 */
export async function findSellerEmail(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string | null,
  { disputes = {} }: Partial<PaymentFacts>,
): Promise<string | null> {
  if (resellerId === null || Object.keys(disputes).length === 0) return null;
  return (await resellers.findById(resellerId, { email: 1 }).lean())?.email ?? null;
}

export function logWritten(commerce: Pick<CommerceContext, 'record'>, order: OrderDocument): void {
  commerce.record({
    level: 'info',
    category: 'stripe',
    message: `Order ${order.status}`,
    data: { orderId: order._id, resellerId: order.resellerId, revision: order.revision },
  });
}

export function logIgnored(commerce: Pick<CommerceContext, 'record'>, order: OrderDocument): void {
  commerce.record({
    level: 'warning',
    category: 'stripe',
    message: 'Payment event ignored: the order has too many refunds or disputes',
    nextStep:
      'Compare the payment with Stripe. Where Stripe does not have them, whoever holds the webhook secret signs events: have it replaced.',
    data: { orderId: order._id, resellerId: order.resellerId },
  });
}
