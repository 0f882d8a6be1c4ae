/** The events that an order webhook can send, with their words in the settings. Without zod, because pages load this file. */
export const ORDER_WEBHOOK_EVENTS = {
  'order.completed': { label: 'Order completed', text: 'The order is paid and has its license key.' },
  'order.refunded': {
    label: 'Order refunded',
    text: 'Money went back, in full or in part, or a refund failed.',
  },
  'order.disputed': { label: 'Order disputed', text: 'A dispute was opened, won or lost.' },
  'license.revoked': {
    label: 'License revoked',
    text: 'The license stopped working, for good or until a dispute ends.',
  },
  'license.reinstated': { label: 'License reinstated', text: 'The license works again.' },
} as const;

export type OrderWebhookEvent = keyof typeof ORDER_WEBHOOK_EVENTS;
export const ORDER_WEBHOOK_EVENT_NAMES = Object.keys(ORDER_WEBHOOK_EVENTS) as [
  OrderWebhookEvent,
  ...OrderWebhookEvent[],
];

/** The events of an endpoint until its owner chooses. */
export const DEFAULT_WEBHOOK_EVENTS: readonly OrderWebhookEvent[] = ['order.completed'];
