import { z } from 'zod';
import { ListQuery } from '../licensing/list-query.ts';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/** `pending`: the checkout is completed and not yet paid. `disputed` stays after a dispute was lost. */
export const OrderStatus = z.enum(['pending', 'completed', 'failed', 'refunded', 'disputed']);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const Order = z.object({
  id: z.string(),
  customerEmail: z.string(),
  /** Decimal string in major units. */
  amount: z.string(),
  currency: Currency,
  status: OrderStatus,
  createdAt: IsoDate,
  stripeSessionId: z.string(),
  productType: z.string(),
});
export type Order = z.infer<typeof Order>;

/** The whole list, newest first; with `limit` one page of it and the cursor of the next in `X-Next-Cursor`. */
export const listResellerOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders',
  summary: "The reseller's own orders, newest first",
  access: 'reseller',
  query: ListQuery.omit({ search: true }),
  replies: { 200: z.array(Order) },
  errors: [],
});

/** What the dashboards' figures are made of, over all orders and not only the first page; one entry a currency. */
export const summariseResellerOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/orders/summary',
  summary: "Totals of the reseller's orders by currency",
  access: 'reseller',
  replies: {
    200: z.array(
      z.object({
        currency: Currency,
        /** Decimal string: the sum of completed orders. */
        revenue: z.string(),
        orders: z.int(),
        completedOrders: z.int(),
      }),
    ),
  },
  errors: [],
});
