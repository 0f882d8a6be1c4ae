import { BRAND } from '@leadping/contracts/brand';
import type { orderPaid, orderRefunded } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { randomBytes } from 'node:crypto';
import { newEmail } from './people.ts';

export type PaidOrder = PayloadOf<typeof orderPaid>;

/** A paid order event as svc-commerce publishes it. */
export function paidOrder(overrides: Partial<PaidOrder> = {}): PaidOrder {
  const orderId = randomBytes(12).toString('hex');
  return {
    orderId,
    productType: 'main_product',
    seller: { resellerId: null, businessName: BRAND.name },
    customerEmail: newEmail('buyer'),
    customerName: null,
    money: { amountMinor: 7900, currency: 'USD' },
    stripeSessionId: `cs_test_${orderId}`,
    paidAt: new Date().toISOString(),
    ...overrides,
  };
}

/** The event of a refunded or disputed order as svc-commerce publishes it. */
export function paymentStatus(order: PaidOrder, revision: number): PayloadOf<typeof orderRefunded> {
  const { orderId, productType, seller, customerEmail } = order;
  return { orderId, productType, seller, customerEmail, revision };
}
