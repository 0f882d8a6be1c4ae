import { eventSample } from '@leadping/contracts/commerce/order-sample';

const SELLER = {
  id: '66f1c0ffee0000000000abcd',
  businessName: 'Acme Tools',
  slug: 'acme-tools',
  productPrice: '79.00',
  currency: 'USD',
} as const;

/** The body of a refund's order webhook. Guides name it (`guide-parts.json`). */
export const SAMPLE_ORDER_REFUND = JSON.stringify(
  eventSample('order.refunded', SELLER, '2026-11-22T09:30:00.000Z'),
  null,
  2,
);
