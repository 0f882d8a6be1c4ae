import type { OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';

/** With the reseller's own name and price; the customer is made up. */
export function samplePayload({ id, businessName, slug, productPrice, currency }: CurrentReseller): string {
  const payload: OrderNotification = {
    event: 'order.completed',
    reseller_id: id,
    order: {
      id: '0198f3c2-7a1e-7c33-9b5e-2f6d1c0a4e11',
      customer_email: 'customer@example.com',
      customer_name: 'Jordan Smith',
      business_name: 'Smith Consulting',
      amount: productPrice,
      currency,
      license_key: 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX',
      purchase_date: '2026-11-22T09:30:00.000Z',
      stripe_session_id: 'cs_live_a1b2c3d4e5f6',
    },
    reseller: { business_name: businessName, slug },
  };
  return JSON.stringify(payload, null, 2);
}
