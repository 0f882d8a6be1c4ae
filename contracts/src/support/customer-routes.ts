import { z } from 'zod';
import { AdminOrder } from '../commerce/order-routes.ts';
import { LicenseStatus } from '../licensing/admin-license-routes.ts';
import { KeyMail, LicenseDevice } from '../licensing/license-actions.ts';
import { IsoDate, ObjectIdText } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { Seller } from '../seller.ts';
import { TimelineEntry } from '../timeline.ts';
import { DeskTicket } from './ticket.ts';

/*
 * The customer beside the ticket. Each service replies with what it stores under the ticket's address, so that the desk
 * works in part while one of them is down. Staff name a ticket, not an address, so they see only people who wrote. A ticket with
 * an unconfirmed address is not found, because anyone can type another person's address. Each read leaves an audit entry.
 */

/** Maximum entries of each list, the newest first. */
export const CUSTOMER_LIST_LENGTH = 20;

const params = z.object({ id: ObjectIdText });
const ofCustomer = {
  method: 'GET',
  access: 'staff',
  params,
  audited: true,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
} as const;

export const CustomerOrder = AdminOrder.omit({ stripeSessionId: true, customerName: true });
export type CustomerOrder = z.infer<typeof CustomerOrder>;

export const listCustomerOrders = defineRoute({
  ...ofCustomer,
  service: 'svc-commerce',
  path: '/api/admin/support-tickets/:id/orders',
  summary: "Reads the orders of a ticket's customer, newest first",
  replies: { 200: z.array(CustomerOrder) },
});

/**
 * Without ids, because the id of a mail contains its recipient, and without actions, because only admins have them.
 */
export const CustomerTimelineEntry = TimelineEntry.omit({ subjectId: true, action: true });
export type CustomerTimelineEntry = z.infer<typeof CustomerTimelineEntry>;

/**
 * Allowed only for an order of the ticket's customer. URLs are reduced to hosts, and addresses in errors are masked.
 */
export const getCustomerOrderTimeline = defineRoute({
  ...ofCustomer,
  service: 'svc-commerce',
  path: '/api/admin/support-tickets/:id/orders/:orderId/timeline',
  summary: "Reads everything that happened to an order of a ticket's customer, oldest first",
  params: params.extend({ orderId: z.string().min(1).max(100) }),
  replies: {
    200: z.object({
      order: CustomerOrder,
      entries: z.array(CustomerTimelineEntry),
      missing: z.array(z.enum(['svc-licensing', 'svc-support'])),
    }),
  },
});

export const CustomerLicense = z.object({
  id: z.string(),
  /** First and last group of the key. */
  maskedKey: z.string(),
  status: LicenseStatus,
  isTest: z.boolean(),
  seller: Seller,
  /** Null if it was not bought. */
  orderId: z.string().nullable(),
  mail: KeyMail,
  createdAt: IsoDate,
  /** The most recently used first. */
  devices: z.array(LicenseDevice),
});
export type CustomerLicense = z.infer<typeof CustomerLicense>;

export const listCustomerLicenses = defineRoute({
  ...ofCustomer,
  service: 'svc-licensing',
  path: '/api/admin/support-tickets/:id/licenses',
  summary: "Reads the licenses and devices of a ticket's customer, newest first, with masked keys",
  replies: { 200: z.array(CustomerLicense) },
});

export const CustomerMail = z.object({
  id: z.string(),
  /** A short description, such as `License key`. */
  title: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  /** The mail provider's reason if it failed. */
  error: z.string().nullable(),
  /** When it was settled, otherwise when it was queued. */
  at: IsoDate,
  orderId: z.string().nullable(),
});
export type CustomerMail = z.infer<typeof CustomerMail>;

export const listCustomerMails = defineRoute({
  ...ofCustomer,
  service: 'svc-support',
  path: '/api/admin/support-tickets/:id/mails',
  summary: "Reads the last emails to a ticket's customer and what became of them",
  replies: { 200: z.array(CustomerMail) },
});

export const CustomerTicket = DeskTicket.pick({
  id: true,
  ticketNumber: true,
  subject: true,
  status: true,
  priority: true,
  customerWaiting: true,
  createdAt: true,
});
export type CustomerTicket = z.infer<typeof CustomerTicket>;

export const listCustomerTickets = defineRoute({
  ...ofCustomer,
  service: 'svc-support',
  path: '/api/admin/support-tickets/:id/other-tickets',
  summary: 'Reads the other tickets of the same customer, newest first',
  replies: { 200: z.array(CustomerTicket) },
});
