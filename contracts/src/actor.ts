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
  /** When the session began, in epoch milliseconds: some changes need a recent sign-in. */
  signedInAt: z.int(),
  /** Signed in with a temporary password: may do nothing of their role until it is changed. */
  mustChangePassword: z.literal(true).optional(),
});
export type Actor = z.infer<typeof Actor>;
