import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute, type Access } from '../route.ts';

/** What is sent to the seller once an order has its license. */
export const OrderNotification = z.object({
  event: z.literal('order.completed'),
  reseller_id: z.string().nullable(),
  order: z.object({
    id: z.string(),
    customer_email: z.string(),
    customer_name: z.string().nullable(),
    business_name: z.string().nullable(),
    /** Decimal string in major units. */
    amount: z.string(),
    currency: z.string(),
    license_key: z.string().nullable(),
    purchase_date: IsoDate,
    stripe_session_id: z.string(),
  }),
  reseller: z.object({ business_name: z.string(), slug: z.string().nullable() }),
});
export type OrderNotification = z.infer<typeof OrderNotification>;

/** `stopped`: given up after the last try, or held because the webhook was disabled; it can be replayed. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'stopped']);

export const WebhookDelivery = z.object({
  id: z.string(),
  orderId: z.string(),
  url: z.string(),
  state: DeliveryState,
  createdAt: IsoDate,
  nextAttemptAt: IsoDate.nullable(),
  attempts: z.array(
    z.object({ at: IsoDate, status: z.int().nullable(), error: z.string().nullable(), durationMs: z.int() }),
  ),
});

const Deliveries = z.object({ deliveries: z.array(WebhookDelivery) });
const Message = z.object({ message: z.string() });
const Tested = z.object({ message: z.string(), status: z.int() });
const TestBody = z.strictObject({ webhookUrl: z.string().trim().min(1).max(2000) });
const NewSecret = z.object({ secret: z.string() });

function logRoutes<const A extends Access, const P extends string>(access: A, area: P) {
  return {
    list: defineRoute({
      service: 'svc-commerce',
      method: 'GET',
      path: `/api/${area}/deliveries` as const,
      summary: 'The last 100 deliveries of the order webhook with every try',
      access,
      replies: { 200: Deliveries },
      errors: [],
    }),
    replay: defineRoute({
      service: 'svc-commerce',
      method: 'POST',
      path: `/api/${area}/deliveries/:id/replay` as const,
      summary: 'Sends a delivery again, from the first try on',
      access,
      params: z.object({ id: z.string().min(1).max(200) }),
      bodyType: 'none',
      replies: { 200: Message },
      errors: ['NOT_FOUND'],
    }),
    renewSecret: defineRoute({
      service: 'svc-commerce',
      method: 'POST',
      path: `/api/${area}/secret` as const,
      summary: 'Makes a new signing secret of the order webhook; this answer is the only one that shows it',
      access,
      bodyType: 'none',
      replies: { 200: NewSecret },
      errors: [],
    }),
  };
}

export const resellerWebhookLog = logRoutes('reseller', 'resellers/webhook');
export const adminWebhookLog = logRoutes('admin', 'admin/order-webhook');

export const testAdminWebhook = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/test-webhook',
  summary: 'Sends the sample payload to a URL',
  access: 'admin',
  body: TestBody,
  replies: { 200: Tested },
  errors: ['WEBHOOK_URL_REFUSED', 'UPSTREAM_FAILED'],
  limit: { points: 20, windowSeconds: 60 },
  // The receiver has 15 seconds.
  timeoutSeconds: 20,
});

export const testResellerWebhook = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/resellers/webhook/test',
  summary: 'Sends the sample payload to a URL',
  access: 'reseller',
  body: TestBody,
  replies: { 200: Tested },
  errors: ['WEBHOOK_URL_REFUSED', 'UPSTREAM_FAILED'],
  limit: { points: 20, windowSeconds: 60 },
  // The receiver has 15 seconds.
  timeoutSeconds: 20,
});

export const saveResellerWebhook = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/webhook',
  summary:
    'Saves the URL of the order webhook; an empty one turns it off, saving turns a disabled one on again',
  access: 'reseller',
  body: z.strictObject({ orderWebhookUrl: z.string().trim().max(2000) }),
  replies: { 200: z.object({ message: z.string(), orderWebhookUrl: z.string() }) },
  errors: ['WEBHOOK_URL_REFUSED'],
});
