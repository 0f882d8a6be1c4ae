import { z } from 'zod';
import { plainLine } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { CLAIM_NAMES, MAX_TESTIMONIALS } from './claims.ts';
import { TAX_MODES } from './seller-tax.ts';
import { ShownSellerDetails } from './seller-schema.ts';

const Testimonial = z.strictObject({
  text: plainLine(500, 1),
  name: plainLine(100, 1),
  role: plainLine(100),
});

/** The claims with those that an admin confirms to be true. A changed claim must be confirmed again. */
export const StoredClaims = z.strictObject({
  users: plainLine(20),
  rating: plainLine(20),
  testimonials: z.array(Testimonial).max(MAX_TESTIMONIALS, `At most ${MAX_TESTIMONIALS} testimonials.`),
  confirmed: z.array(z.enum(CLAIM_NAMES)),
});

export const ShownClaims = z.object({
  users: z.string(),
  rating: z.string(),
  testimonials: z.array(z.object({ text: z.string(), name: z.string(), role: z.string() })),
});

/** What public pages say about the platform besides prices. */
export const getSite = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/site',
  summary: 'Who runs the platform, its claims about the product, and how it handles tax',
  access: 'anyone',
  replies: {
    200: z.object({
      seller: ShownSellerDetails,
      claims: ShownClaims,
      /** Absent in replies of older services. */
      taxMode: z.enum(TAX_MODES).optional(),
    }),
  },
  errors: [],
});
