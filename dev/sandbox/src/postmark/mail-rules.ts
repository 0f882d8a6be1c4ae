import { z } from 'zod';

export const mailRules = z.strictObject({
  /** How long a mail stays invisible to the search by which a sender asks what became of it. */
  searchLagMs: z.int().min(0).max(86_400_000).default(0),
  /** Addresses that Postmark would refuse with code 406. */
  inactive: z
    .array(z.string().transform((address) => address.toLowerCase()))
    .max(10_000)
    .default([]),
  /** Addresses for which a call hangs for as long as they stand here. */
  hanging: z.array(z.string()).max(10_000).default([]),
});
export type MailRules = z.output<typeof mailRules>;
