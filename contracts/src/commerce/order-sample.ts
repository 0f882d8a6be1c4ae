import { toDecimal, type CurrencyCode } from '../currency.ts';
import type { OrderNotification } from './order-webhook-routes.ts';

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
