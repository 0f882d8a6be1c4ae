import { z } from 'zod';
import { NextCursor } from '../headers.ts';
import { ListPage } from '../list-page.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute, type Access } from '../route.ts';

/** The payload sent to the seller once an order has its license. */
export const OrderNotification = z.object({
  event: z.literal('order.completed'),
  reseller_id: z.string().nullable(),
  order: z.object({
    id: z.string(),
    customer_email: z.string(),
    customer_name: z.string().nullable(),
    business_name: z.string().nullable(),
    /** The total that the buyer paid. All amounts are decimal strings in major units. */
    amount: z.string(),
    currency: z.string(),
    /** The price before discount. Contains the tax if `tax_included`. */
    subtotal: z.string(),
    discount: z.string(),
    tax: z.string(),
    tax_included: z.boolean(),
    license_key: z.string().nullable(),
    purchase_date: IsoDate,
    stripe_session_id: z.string(),
  }),
  reseller: z.object({ business_name: z.string(), slug: z.string().nullable() }),
});
export type OrderNotification = z.infer<typeof OrderNotification>;

/** `stopped`: the last attempt failed, or the webhook was disabled. The delivery can be replayed. */
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
/** `all` disables the filter. */
const DeliveryQuery = ListPage.extend({ state: z.union([DeliveryState, z.literal('all')]).optional() });
export const MAX_REPLAYS = 100;
const ReplayBody = z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(MAX_REPLAYS) });
/** `skipped`: unknown, delivered in the meantime, or replayed less than a minute ago. */
const Replayed = z.object({ replayed: z.int(), skipped: z.int() });
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
      summary: 'Deliveries of the order webhook with every attempt, newest first',
      access,
      query: DeliveryQuery,
      replies: { 200: Deliveries },
      replyHeaders: NextCursor,
      errors: [],
    }),
    replay: defineRoute({
      service: 'svc-commerce',
      method: 'POST',
      path: `/api/${area}/deliveries/:id/replay` as const,
      summary: 'Sends a delivery again, from the first attempt on; once a minute',
      access,
      params: z.object({ id: z.string().min(1).max(200) }),
      bodyType: 'none',
      replies: { 200: Message },
      errors: ['NOT_FOUND', 'RATE_LIMITED'],
      limit: { points: 30, windowSeconds: 60 },
    }),
    replayAll: defineRoute({
      service: 'svc-commerce',
      method: 'POST',
      path: `/api/${area}/deliveries/replay` as const,
      summary: `Sends again up to ${MAX_REPLAYS} deliveries that have not arrived, from the first attempt on; each once a minute`,
      access,
      body: ReplayBody,
      replies: { 200: Replayed },
      errors: [],
      limit: { points: 6, windowSeconds: 60 },
    }),
    renewSecret: defineRoute({
      service: 'svc-commerce',
      method: 'POST',
      path: `/api/${area}/secret` as const,
      summary: 'Creates a new signing secret of the order webhook; only this reply shows it',
      access,
      bodyType: 'none',
      freshSession: true,
      replies: { 200: NewSecret },
      errors: [],
    }),
  };
}

export const resellerWebhookLog = logRoutes('reseller', 'resellers/webhook');
export const adminWebhookLog = logRoutes('admin', 'admin/order-webhook');

/** A failed delivery to any receiver. */
export const FailedDelivery = WebhookDelivery.extend({
  /** `null`: the admin's own webhook. */
  resellerId: z.string().nullable(),
  businessName: z.string(),
  /** Why this webhook is disabled. */
  disabledReason: z.enum(['gone', 'failing']).nullable(),
});
export type FailedDelivery = z.infer<typeof FailedDelivery>;

/** Lists deliveries of all receivers that were given up or are being retried. */
export const listFailedDeliveries = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/failed-deliveries',
  summary: 'Deliveries of order webhooks that failed, of all receivers, newest first',
  access: 'admin',
  query: ListPage.extend({ state: z.enum(['stopped', 'retrying', 'all']).default('stopped') }),
  replies: { 200: z.array(FailedDelivery) },
  replyHeaders: NextCursor,
  errors: [],
});

export const replayFailedDeliveries = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/failed-deliveries/replay',
  summary: `Sends again up to ${MAX_REPLAYS} deliveries of any receiver that have not arrived; each once a minute`,
  access: 'admin',
  body: ReplayBody,
  replies: { 200: Replayed },
  errors: [],
  limit: { points: 6, windowSeconds: 60 },
});

export const testAdminWebhook = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/test-webhook',
  summary: 'Sends the sample payload to a URL',
  access: 'admin',
  body: TestBody,
  replies: { 200: Tested },
  // Only the service knows whether the address differs from the saved one, which requires a fresh sign-in.
  errors: ['WEBHOOK_URL_REFUSED', 'UPSTREAM_FAILED', 'FRESH_SIGN_IN_REQUIRED'],
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
  // Only the service knows whether the address differs from the saved one, which requires a fresh sign-in.
  errors: ['WEBHOOK_URL_REFUSED', 'UPSTREAM_FAILED', 'FRESH_SIGN_IN_REQUIRED'],
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
  freshSession: true,
  replies: { 200: z.object({ message: z.string(), orderWebhookUrl: z.string() }) },
  errors: ['WEBHOOK_URL_REFUSED'],
});
