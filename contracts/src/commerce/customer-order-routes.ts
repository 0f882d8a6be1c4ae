import { z } from 'zod';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { Seller } from '../seller.ts';
import { ProductType } from './order-events.ts';
import { OrderStatus } from './order-routes.ts';

/** An order as its buyer sees it. Amounts are decimal strings in major units of `currency`. */
export const OwnOrder = z.object({
  id: z.string(),
  productType: ProductType,
  status: OrderStatus,
  amount: z.string(),
  /** `0.00` without a refund. */
  refunded: z.string(),
  currency: Currency,
  seller: Seller,
  isTest: z.boolean(),
  createdAt: IsoDate,
  /** The path of the receipt with its key. Null if nothing was paid. */
  receiptPath: z.string().nullable(),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

export const listOwnOrders = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/my/orders',
  summary: "The orders of the customer's address, newest first",
  access: 'customer',
  replies: { 200: z.array(OwnOrder) },
  errors: ['UNAUTHENTICATED'],
});
