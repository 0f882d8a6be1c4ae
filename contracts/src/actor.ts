import { z } from 'zod';

export const ROLES = ['admin', 'support', 'reseller', 'other'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Who makes a request, as the gateway's signed token says. */
export const Actor = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  role: Role,
  /** The tenant of a reseller; taken from here and never from the request. */
  resellerId: z.string().nullable(),
  /** When the session began, in epoch milliseconds. */
  signedInAt: z.int(),
  /** Signed in within the last minutes, by the clock of identity: what is worth a stolen session needs it. */
  isFresh: z.literal(true).optional(),
  /** Signed in with a temporary password: may do nothing of their role until it is changed. */
  mustChangePassword: z.literal(true).optional(),
  /** Has no second factor and needs one: may do nothing of their role until it is set up. */
  mustSetUpSecondFactor: z.literal(true).optional(),
});
export type Actor = z.infer<typeof Actor>;
