import { DEFAULT_WEBHOOK_EVENTS, type OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { Schema } from 'mongoose';

/** The receiver of an order's webhook: the selling reseller, or the admin. */
export type Receiver = `reseller:${string}` | 'admin';

/** The address of a seller's order webhook, and the result of its deliveries. */
export interface WebhookEndpoint {
  url: string;
  /** The Standard Webhooks signing secret, sealed. */
  sealedSecret: string | null;
  disabledReason: 'gone' | 'failing' | null;
  failuresInARow: number;
  /** The events that it sends. Absent on endpoints older than this field, which send `order.completed`. */
  events?: OrderWebhookEvent[];
}

export const endpointFields = {
  type: new Schema<WebhookEndpoint>(
    {
      url: { type: String, default: '' },
      sealedSecret: { type: String, default: null },
      disabledReason: { type: String, default: null },
      failuresInARow: { type: Number, default: 0 },
      events: { type: [String], default: undefined },
    },
    { _id: false },
  ),
  default: () => ({}),
};

export function isEnabled(endpoint: WebhookEndpoint): boolean {
  return endpoint.url !== '' && endpoint.disabledReason === null;
}

export function chosenEvents({ events }: Pick<WebhookEndpoint, 'events'>): OrderWebhookEvent[] {
  return events ?? [...DEFAULT_WEBHOOK_EVENTS];
}
