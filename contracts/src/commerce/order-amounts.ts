import { z } from 'zod';

/** How the amount of an order comes about. Decimal strings in major units of the order's currency. */
export const OrderAmounts = z.object({
  /** The price before discount. Contains the tax if `isTaxIncluded`. */
  subtotal: z.string(),
  discount: z.string(),
  /** The code that the buyer used. Absent without one. */
  discountCode: z.string().optional(),
  tax: z.string(),
  /** Whether the price contains the tax. Otherwise the tax was added to it. */
  isTaxIncluded: z.boolean(),
  /**
   * What the seller keeps: the amount without tax, less refunds without their tax. Zero if
   * the order is not paid, or its money is disputed.
   */
  net: z.string(),
  /** What was refunded of it. Absent if nothing was, and on earlier orders. */
  refunded: z.string().optional(),
});
export type OrderAmounts = z.infer<typeof OrderAmounts>;

/** The parts of an amount that its buyer sees. */
export const PaidParts = OrderAmounts.omit({ net: true });
