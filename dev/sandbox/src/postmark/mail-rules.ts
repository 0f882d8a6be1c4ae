import { z } from 'zod';

export const mailRules = z.strictObject({
  /** Delay in ms before the message search finds a mail, which senders use to check the outcome. */
  searchLagMs: z.int().min(0).max(86_400_000).default(0),
  /** Addresses that Postmark rejects with code 406. */
  inactive: z
    .array(z.string().transform((address) => address.toLowerCase()))
    .max(10_000)
    .default([]),
  /** Addresses for which a call hangs while they are in this list. */
  hanging: z.array(z.string()).max(10_000).default([]),
});
export type MailRules = z.output<typeof mailRules>;
