import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { NextCursor } from '../headers.ts';
import { ListPage, Period, SearchText } from '../list-page.ts';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { Seller } from '../seller.ts';
import { OrderAmounts } from './order-amounts.ts';
import { WithdrawalObstacle, WithdrawalOutcome } from './order-events.ts';

/** `pending`: the checkout is completed but not paid. `disputed` stays after a lost dispute. */
export const OrderStatus = z.enum(['pending', 'completed', 'failed', 'refunded', 'disputed']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/**
 * Why the customer has no mail: the payment had no address, the mail provider refused it, or the provider was
 * unavailable for days.
 */
export const EmailProblem = z.enum(['missing', 'refused', 'undelivered']);
export type EmailProblem = z.infer<typeof EmailProblem>;

export const Order = z.object({
  id: z.string(),
  customerEmail: z.string(),
  /** The total that the buyer pays, as a decimal string in major units. */
  amount: z.string(),
  currency: Currency,
  status: OrderStatus,
  /** The time of payment. Until then, the time when the order became known. */
  createdAt: IsoDate,
  stripeSessionId: z.string(),
  productType: z.string(),
  /** Paid with a test key, so its license is a test license. */
  isTest: z.boolean(),
  emailProblem: EmailProblem.nullable(),
  /** Whether the customer's bank has an inquiry about the payment. Absent without one. The license stays active. */
  hasInquiry: z.boolean().optional(),
  /** Whether it has or had a dispute or inquiry. Absent without one. */
  hasDispute: z.boolean().optional(),
  /** Whether a refund was requested here that the payment provider has not confirmed yet. Absent without one. */
  isRefundRequested: z.boolean().optional(),
  /** The buyer withdrew from the contract. Absent otherwise. */
  withdrawal: z
    .object({
      receivedAt: IsoDate,
      outcome: WithdrawalOutcome,
      /** Whether it waits for the seller. Absent in replies of earlier releases. */
      isOpen: z.boolean().optional(),
      /** Why the payment cannot be refunded. Absent if it can. */
      obstacle: WithdrawalObstacle.optional(),
      /** Until when the refund is due if the right of withdrawal applies. Absent if it does not, or nothing is left to refund. */
      refundDueBy: IsoDate.optional(),
      /** When the seller marked it as answered. */
      answeredAt: IsoDate.optional(),
    })
    .optional(),
  /** The buyer's tax number with Stripe's name of its kind, such as `eu_vat`. Absent without one. */
  customerTaxId: z.object({ type: z.string(), value: z.string() }).optional(),
  amounts: OrderAmounts.optional(),
  /** Path of the receipt that the buyer gets. Absent until the order is paid. */
  receiptPath: z.string().startsWith('/').optional(),
});
export type Order = z.infer<typeof Order>;

/** An order as an admin sees it. */
export const AdminOrder = Order.extend({ seller: Seller, customerName: z.string().nullable() });
export type AdminOrder = z.infer<typeof AdminOrder>;

/** `highest` and `lowest` compare minor units regardless of the currency. */
export const OrderSort = z.enum(['newest', 'oldest', 'highest', 'lowest']);
export type OrderSort = z.infer<typeof OrderSort>;

export const OrderFilter = Period.extend({
  /** Part of an email address, an order id or a session id. In the admin's list only the beginning matches. */
  search: SearchText,
  /** `withdrawal-request`: a withdrawal waits for its seller, whatever the status of the payment. */
  status: z.union([OrderStatus, z.enum(['all', 'withdrawal-request'])]).optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

export const OrderQuery = OrderFilter.extend({ ...ListPage.shape, sort: OrderSort.default('newest') });
export type OrderQuery = z.infer<typeof OrderQuery>;

/** The whole list, newest first. With `limit`, one page and the cursor of the next page in `X-Next-Cursor`. */
export const listResellerOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders',
  summary: "The reseller's own orders, newest first",
  access: 'reseller',
  query: OrderQuery,
  replies: { 200: z.array(Order) },
  replyHeaders: NextCursor,
  errors: [],
});

/** Always one page, with 50 entries by default. The cursor of the next page is in `X-Next-Cursor`. */
export const listAdminOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/orders',
  summary: 'Orders of all sellers, newest first',
  access: 'admin',
  query: OrderQuery.extend({ resellerId: z.string().min(1).max(100).optional() }),
  replies: { 200: z.array(AdminOrder) },
  replyHeaders: NextCursor,
  errors: [],
});

/** `orders-{date}.csv`, streamed: RFC 4180, ISO dates, and no cell that a spreadsheet would execute. */
export const exportResellerOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders/export',
  summary: 'Exports the orders that match, as a CSV file',
  access: 'reseller',
  freshSession: true,
  audited: true,
  query: OrderFilter,
  replies: { 200: z.string() },
  errors: [],
  limit: { points: 10, windowSeconds: 60 },
});

export const exportAdminOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/orders/export',
  summary: 'Exports the orders that match, of all sellers, as a CSV file',
  access: 'admin',
  freshSession: true,
  audited: true,
  query: OrderFilter.extend({ resellerId: z.string().min(1).max(100).optional() }),
  replies: { 200: z.string() },
  errors: [],
  limit: { points: 10, windowSeconds: 60 },
});

/**
 * The totals of the dashboards over all orders, one entry per currency. Sums are those of one mode: of test orders while
 * the seller is in test mode, otherwise of live orders.
 */
export const summarizeResellerOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders/summary',
  summary: "Totals of the reseller's orders by currency",
  access: 'reseller',
  query: Period,
  timeoutSeconds: 20,
  replies: {
    200: z.array(
      z.object({
        currency: Currency,
        /** Test orders only. Absent for live orders. */
        isTest: z.boolean().optional(),
        /** Decimal string: sum of the amounts of completed orders, with tax and without regard to refunds of a part. */
        revenue: z.string(),
        /** Decimal string: what the seller keeps of them, see `OrderAmounts.net`. */
        netRevenue: z.string().optional(),
        orders: z.int(),
        completedOrders: z.int(),
      }),
    ),
  },
  errors: [],
});

/** Corrects a missing or mistyped customer address. The license's mail is sent there. */
export const correctOrderEmail = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/admin/orders/:id/email',
  summary: "Corrects the customer's email address and has the license key sent again",
  access: 'admin',
  freshSession: true,
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({ customerEmail: EmailAddress }),
  replies: { 200: AdminOrder },
  // CONFLICT for paid reseller rights, because the reseller that they created owns the address.
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const correctResellerOrderEmail = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/orders/:id/email',
  summary: "Corrects the customer's email address and has the license key sent again",
  access: 'reseller',
  freshSession: true,
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({ customerEmail: EmailAddress }),
  replies: { 200: Order },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
});
