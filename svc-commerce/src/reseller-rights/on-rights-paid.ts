import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { CommerceContext } from '../context.ts';
import { queueDeliveries } from '../order-webhooks/queue-deliveries.ts';
import { createReseller } from '../resellers/create-reseller.ts';

/**
 * Makes the reseller of paid reseller rights; their id is the order's, so that identity, which makes the sign-in from
 * the same event, names the same reseller without asking.
 */
export async function onRightsPaid(
  commerce: CommerceContext,
  { orderId, productType, customerEmail, customerName }: PayloadOf<typeof orderPaid>,
): Promise<void> {
  // The customer was erased while the event waited.
  if (productType !== 'reseller_rights' || customerEmail === '') return;
  await createReseller(commerce, {
    _id: orderId,
    // The wizard takes a name that ends in " Business" as not yet set and asks for the real one.
    businessName: `${customerName ?? customerEmail.split('@', 1)[0]} Business`,
    contactPerson: customerName ?? '',
    phone: '',
    notes: '',
    email: customerEmail,
  });
  await queueDeliveries(commerce, await commerce.orders.findById(orderId).orFail().lean());
}
