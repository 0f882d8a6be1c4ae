import { eventSample } from '@leadping/contracts/commerce/order-sample';
import type { OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';

const SELLER = {
  id: '66f1c0ffee0000000000abcd',
  businessName: 'Acme Tools',
  slug: 'acme-tools',
  productPrice: '79.00',
  currency: 'USD',
} as const;

/** The body of each event's order webhook. Guides name them (`guide-parts.json`). */
const sample = (event: OrderWebhookEvent) =>
  JSON.stringify(eventSample(event, SELLER, '2026-11-22T09:30:00.000Z'), null, 2);

export const SAMPLE_ORDER_COMPLETED = sample('order.completed');
export const SAMPLE_ORDER_REFUNDED = sample('order.refunded');
export const SAMPLE_ORDER_DISPUTED = sample('order.disputed');
export const SAMPLE_LICENSE_REVOKED = sample('license.revoked');
export const SAMPLE_LICENSE_REINSTATED = sample('license.reinstated');
