import { z } from 'zod';
import { defineRoute } from '../route.ts';

const Price = z.object({ dollars: z.number().nonnegative() });

export const getPricing = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/pricing',
  summary: 'The live price of the main product and of reseller rights, in dollars',
  access: 'anyone',
  replies: {
    200: z.object({
      mainProduct: Price,
      reseller: Price,
      /** The platform is in test mode: no payment is real. Absent in live mode. */
      isTest: z.boolean().optional(),
    }),
  },
  errors: [],
});
