import { isOutage } from '@leadping/service-kit/messaging/outage';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import type { Invoice } from '../payment-provider/payment-provider.ts';
import { findSecretKeys } from '../payments/find-secret-keys.ts';

/**
 * The invoice that the provider issued for an order. The provider is asked until it has one, because it issues the
 * invoice after the payment. Null without one, and while the provider does not reply: a receipt does not wait for it.
 */
export async function findInvoice(commerce: CommerceContext, order: OrderDocument): Promise<Invoice | null> {
  const { _id, resellerId, livemode, sessionId, invoice: known } = order;
  if (known) return known;
  // The provider's pages show the name and address of the buyer.
  if (order.erasedAt) return null;
  for (const { secretKey } of await findSecretKeys(commerce, { resellerId, livemode })) {
    try {
      const invoice = await commerce.paymentProvider.findInvoice(secretKey, sessionId);
      if (!invoice) continue;
      await commerce.orders.updateOne({ _id }, { $set: { invoice } });
      return invoice;
    } catch (err) {
      commerce.log.warn({ err, orderId: _id }, 'invoice not retrieved');
      if (isOutage(err)) return null;
    }
  }
  return null;
}
