import { z } from 'zod';

export const STRIPE_ENVIRONMENT = {
  /** Address of Stripe's API, for the sandbox. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  /** Stored as the first settings of a development stack, so that it can sell immediately. */
  STRIPE_TEST_KEY: z.string().startsWith('sk_test_').optional(),
  STRIPE_TEST_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
};
