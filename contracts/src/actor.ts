import { z } from 'zod';

export const ROLES = ['admin', 'support', 'reseller', 'other'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The caller of a request, as signed by the gateway. */
export const Actor = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  role: Role,
  /** The tenant of a reseller. Always use this one, never one from the request. */
  resellerId: z.string().nullable(),
  /** When the session began, in epoch milliseconds. */
  signedInAt: z.int(),
  /**
   * Set if the sign-in was within the last minutes by identity's clock. Required for calls that are worth a stolen
   * session.
   */
  isFresh: z.literal(true).optional(),
  /** Signed in with a temporary password. The role is blocked until it is changed. */
  mustChangePassword: z.literal(true).optional(),
  /** Needs a second factor and has none. The role is blocked until one is set up. */
  mustSetUpSecondFactor: z.literal(true).optional(),
});
export type Actor = z.infer<typeof Actor>;
