import { z } from 'zod';
import { defineRequest } from '../event.ts';

export const ResellerSummary = z.object({
  resellerId: z.string(),
  slug: z.string(),
  businessName: z.string(),
  isActive: z.boolean(),
});

/** Finds a reseller by id, current slug or former slug. */
export const findReseller = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.find-reseller',
  request: z.object({ idOrSlug: z.string().max(200) }),
  reply: z.object({ reseller: ResellerSummary.nullable() }),
});

/** The path of an order's receipt with its key, below the seller's pages. Null if the order is unknown, not paid or has another address. */
export const findReceiptPath = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.find-receipt-path',
  request: z.object({
    orderId: z.string(),
    /** Where the link is mailed. Older releases do not send it. */
    email: z.string().optional(),
  }),
  reply: z.object({ path: z.string().nullable() }),
});

/** Where a reseller is mailed about a sale. Null if they turned it off or have no address. */
export const saleNoticeAddress = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.sale-notice-address',
  request: z.object({ resellerId: z.string() }),
  reply: z.object({ email: z.string().nullable() }),
});

/** The admin's settings that the mailer needs. */
export const notificationSettings = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.notification-settings',
  request: z.object({}),
  reply: z.object({
    adminNotificationEmails: z.array(z.string()),
    enableTicketNotifications: z.boolean(),
    enableOrderNotifications: z.boolean(),
    testMode: z.boolean(),
    persistentLoggingEnabled: z.boolean(),
  }),
});

/** Whether an address has an order, so that only customers are mailed a link. */
export const hasOrder = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.has-order',
  request: z.object({ email: z.string() }),
  reply: z.object({ isKnown: z.boolean() }),
});
