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

/**
 * The owner of an address who opened a mailed link. It is no user and has no role. `email` is the only address that they
 * may read or act for. Always use this one, never one from the request.
 */
export const Customer = z.strictObject({
  email: z.string().min(1),
  /** The session's name, as in `identity.session.ended`. */
  sessionId: z.string(),
  /** In epoch milliseconds. */
  endsAt: z.int(),
});
export type Customer = z.infer<typeof Customer>;
