import { z } from 'zod';
import { Money } from './money.ts';
import { ShownSellerDetails } from './commerce/seller-schema.ts';

/** Who sold and what they promised, as it was at the time of sale. */
export const SellerTerms = z.object({
  details: ShownSellerDetails,
  /** `30-day money-back guarantee`. Null if the seller gives none. */
  guarantee: z.string().nullable(),
  /** Absent in orders of earlier releases. */
  guaranteeDays: z.int().optional(),
  /** `within 24 hours`: when the seller replies. Absent for the platform, and in orders of earlier releases. */
  supportReply: z.string().optional(),
  /** Where replies of the buyer go. */
  contactEmail: z.string().nullable(),
  /** Of a reseller's page. Null for the platform. */
  slug: z.string().nullable(),
  /** Path on the platform's own origin. */
  logoUrl: z.string().nullable(),
  accentColor: z.string().nullable(),
  /** The buyer's consent to immediate delivery, which ended the right of withdrawal. Absent without one. */
  deliveryConsent: z.object({ text: z.string(), at: z.iso.datetime() }).optional(),
  /** Whether Stripe is the buyer's seller of record, under its name Link. */
  isManaged: z.boolean().optional(),
});
export type SellerTerms = z.infer<typeof SellerTerms>;

/** What a buyer has bought. The email with the key confirms the contract with it. */
export const Purchase = z.object({
  paidAt: z.iso.datetime(),
  money: Money,
  /** In minor units of the same currency. Absent if the total was never broken down. */
  amounts: z
    .object({
      subtotalMinor: z.int(),
      discountMinor: z.int(),
      taxMinor: z.int(),
      isTaxIncluded: z.boolean(),
    })
    .optional(),
  /** The code that the discount came from. Absent without one. */
  discountCode: z.string().optional(),
  seller: SellerTerms,
});
export type Purchase = z.infer<typeof Purchase>;
