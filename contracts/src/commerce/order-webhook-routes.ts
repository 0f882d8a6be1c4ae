import { z } from 'zod';
import { NextCursor } from '../headers.ts';
import { ListPage } from '../list-page.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute, type Access } from '../route.ts';
import { LicenseCause } from '../licensing/license-events.ts';
import { DisputeState } from './order-webhook-events.ts';
import { ORDER_WEBHOOK_EVENT_NAMES } from './webhook-event.ts';

export const OrderWebhookEvent = z.enum(ORDER_WEBHOOK_EVENT_NAMES);

/** The events that a seller chose, each once and in the order of the list. */
export const OrderWebhookEvents = z
  .array(OrderWebhookEvent)
  .min(1, 'choose at least one event')
  .max(20)
  .transform((chosen) => ORDER_WEBHOOK_EVENT_NAMES.filter((event) => chosen.includes(event)));

/** The order and its seller, in every event. */
const about = {
  reseller_id: z.string().nullable(),
  order: z.object({
    id: z.string(),
    customer_email: z.string(),
    customer_name: z.string().nullable(),
    business_name: z.string().nullable(),
    /** The buyer's tax number. Absent without one. */
    customer_tax_number: z.string().optional(),
    /** The total that the buyer paid. All amounts are decimal strings in major units. */
    amount: z.string(),
    currency: z.string(),
    /** The price before discount. Contains the tax if `tax_included`. */
    subtotal: z.string(),
    discount: z.string(),
    /** The discount code that the buyer used. Absent without one. */
    discount_code: z.string().optional(),
    tax: z.string(),
    tax_included: z.boolean(),
    license_key: z.string().nullable(),
    purchase_date: IsoDate,
    stripe_session_id: z.string(),
  }),
  reseller: z.object({ business_name: z.string(), slug: z.string().nullable() }),
};

/** The payload sent to the seller once an order has its license. */
export const OrderNotification = z.object({ event: z.literal('order.completed'), ...about });
export type OrderNotification = z.infer<typeof OrderNotification>;

const changed = {
  ...about,
  /** When we recorded the change. Events can arrive in another order. */
  occurred_at: IsoDate,
};

/** The payload of a later change of the order or its license: that of the order, and what changed. */
export const ChangeNotification = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('order.refunded'),
    ...changed,
    refund: z.object({
      /** The amount of this change. Taken back from the refunds if the refund failed. */
      amount: z.string(),
      /** All that is refunded of the order now. */
      total_refunded: z.string(),
      /** Whether the whole order is refunded now, which revokes its license. */
      full: z.boolean(),
      /** `failed`: the bank returned the money to the seller. */
      outcome: z.enum(['refunded', 'failed']),
    }),
  }),
  z.object({
    event: z.literal('order.disputed'),
    ...changed,
    dispute: z.object({
      /** The id at Stripe. */
      id: z.string(),
      state: DisputeState,
      /** In `currency`. Both are null if Stripe did not report them. */
      amount: z.string().nullable(),
      currency: z.string().nullable(),
      /** Stripe's own word, such as `fraudulent`. */
      reason: z.string().nullable(),
      /** Until when Stripe takes evidence. */
      evidence_due_by: IsoDate.nullable(),
    }),
  }),
  z.object({
    event: z.enum(['license.revoked', 'license.reinstated']),
    ...changed,
    license: z.object({
      /** `suspended` until a dispute ends, `revoked` for good. `active` if it was reinstated. */
      status: z.enum(['active', 'suspended', 'revoked']),
      cause: LicenseCause,
    }),
  }),
]);
export type ChangeNotification = z.infer<typeof ChangeNotification>;

/** `stopped`: the last attempt failed, or the webhook was disabled. The delivery can be replayed. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'stopped']);

export const WebhookDelivery = z.object({
  id: z.string(),
  orderId: z.string(),
  /** Absent in replies of older services, which send only `order.completed`. */
  event: OrderWebhookEvent.optional(),
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
const TestBody = z.strictObject({
  webhookUrl: z.string().trim().min(1).max(2000),
  /** The sample to send. Without it, that of `order.completed`. */
  event: OrderWebhookEvent.optional(),
});
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
    'Saves the URL and the events of the order webhook; an empty URL turns it off, saving turns a disabled one on again',
  access: 'reseller',
  body: z.strictObject({
    orderWebhookUrl: z.string().trim().max(2000),
    /** Without it, the stored choice stays. */
    orderWebhookEvents: OrderWebhookEvents.optional(),
  }),
  freshSession: true,
  replies: {
    200: z.object({
      message: z.string(),
      orderWebhookUrl: z.string(),
      orderWebhookEvents: z.array(OrderWebhookEvent).optional(),
    }),
  },
  errors: ['WEBHOOK_URL_REFUSED'],
});
