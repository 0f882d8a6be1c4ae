import { toDecimal, type CurrencyCode } from '../currency.ts';
import type { ChangeNotification, OrderNotification } from './order-webhook-routes.ts';
import type { OrderWebhookEvent } from './webhook-event.ts';

/** A reseller, or the platform itself (without an id and a slug). */
interface Seller {
  id: string | null;
  businessName: string;
  slug: string | null;
  productPrice: string;
  currency: CurrencyCode;
}

/** The sample notification that the dashboard shows and a test sends. Only the customer is invented. */
export function orderSample(
  { id, businessName, slug, productPrice, currency }: Seller,
  purchasedAt: string,
): OrderNotification {
  const nothing = toDecimal({ amountMinor: 0, currency });
  return {
    event: 'order.completed',
    reseller_id: id,
    order: {
      id: 'order_sample',
      customer_email: 'customer@example.com',
      customer_name: 'Jane Customer',
      business_name: 'Customer Company',
      amount: productPrice,
      currency,
      subtotal: productPrice,
      discount: nothing,
      tax: nothing,
      tax_included: true,
      license_key: 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789',
      purchase_date: purchasedAt,
      stripe_session_id: 'cs_test_sample',
    },
    reseller: { business_name: businessName, slug },
  };
}

const DAY_MS = 24 * 3_600_000;

/** The sample of any event, for the same invented order. */
export function eventSample(
  event: OrderWebhookEvent,
  seller: Seller,
  purchasedAt: string,
): OrderNotification | ChangeNotification {
  const completed = orderSample(seller, purchasedAt);
  const later = (days: number) => new Date(Date.parse(purchasedAt) + days * DAY_MS).toISOString();
  const { reseller_id, order, reseller } = completed;
  const about = { reseller_id, order, reseller, occurred_at: later(3) };
  const { productPrice: amount, currency } = seller;
  switch (event) {
    case 'order.completed':
      return completed;
    case 'order.refunded':
      return { event, ...about, refund: { amount, total_refunded: amount, full: true, outcome: 'refunded' } };
    case 'order.disputed':
      return {
        event,
        ...about,
        dispute: {
          id: 'du_sample',
          state: 'open',
          amount,
          currency,
          reason: 'product_not_received',
          evidence_due_by: later(12),
        },
      };
    case 'license.revoked':
      return { event, ...about, license: { status: 'revoked', cause: 'refund' } };
    case 'license.reinstated':
      return { event, ...about, license: { status: 'active', cause: 'dispute_won' } };
  }
}
