import { z } from 'zod';
import { Currency } from '../money.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { PaidParts } from './order-amounts.ts';
import { CheckoutState } from './checkout-routes.ts';
import { ProductType } from './order-events.ts';
import { ShownSellerDetails } from './seller-schema.ts';

/** Amounts are decimal strings in major units of `currency`. */
export const Receipt = z.object({
  orderNumber: z.string(),
  paidAt: IsoDate,
  isTest: z.boolean(),
  state: CheckoutState.extract(['paid', 'partly-refunded', 'refunded', 'disputed', 'lost']),
  /** As they were at the time of sale. The current details for orders older than that. */
  seller: z.object({ name: z.string(), details: ShownSellerDetails }),
  /** Page of the selling reseller, such as `/r/acme`. Absent if the platform sold. */
  offerPath: z.string().startsWith('/r/').optional(),
  /** `null` where the payment has none, or the customer's data were erased. */
  buyer: z.object({
    name: z.string().nullable(),
    businessName: z.string().nullable(),
    /** As the buyer typed it. Absent without one. */
    taxNumber: z.string().optional(),
    email: z.string().nullable(),
  }),
  /** Whether Stripe is the seller of record, under its name Link. */
  isManaged: z.boolean(),
  /** Stripe's invoice. Null if the seller has none issued, and until it is. */
  invoice: z.object({ url: z.url(), pdfUrl: z.url().nullable() }).nullable(),
  productType: ProductType,
  /** What was bought, in words. */
  product: z.string(),
  currency: Currency,
  amounts: PaidParts,
  total: z.string(),
  /** `0.00` without a refund. */
  refunded: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** A POST, so that the key is in no URL that servers and proxies log. */
export const getReceipt = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/receipts/:orderId',
  summary: 'The receipt of a paid order, with the key of the link that its buyer got',
  access: 'anyone',
  fromTenants: true,
  params: z.object({ orderId: z.string().min(1).max(100) }),
  body: z.object({ key: z.string().min(1).max(300) }),
  replies: { 200: Receipt },
  errors: ['NOT_FOUND'],
  limit: { points: 30, windowSeconds: 60 },
  timeoutSeconds: 20,
  repeatable: true,
});
