import { z } from 'zod';
import { Actor, Customer } from '../actor.ts';
import { defineRequest } from '../event.ts';
import { EmailAddress } from '../email-address.ts';

const SessionReply = z.object({
  session: z.object({ sessionId: z.string(), actor: Actor }).nullable(),
});

/**
 * Resolves a session cookie to its user. The cookie never leaves the gateway: `cookieHash` is its SHA-256 in
 * base64url. `sessionId` is the session's name in `identity.session.ended`.
 */
export const findSession = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-session',
  request: z.object({ cookieHash: z.string().max(100) }),
  reply: SessionReply,
});

/** Resolves a customer's cookie to the address that its mailed link was sent to. */
export const findCustomerSession = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-customer-session',
  request: z.object({ cookieHash: z.string().max(100) }),
  reply: z.object({ session: z.object({ sessionId: z.string(), actor: Customer }).nullable() }),
});

/**
 * Finds the account of a browser by the cookie that a sign-in leaves for a year. Null for any other cookie. It does
 * not authenticate the user.
 */
export const findKnownBrowser = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-known-browser',
  request: z.object({ cookie: z.string().max(500) }),
  reply: z.object({ userId: z.string().nullable() }),
});

/** Used by gateways of 0.1.0 with the cookie itself until they are replaced. Remove it in the next version. */
export const resolveSession = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.resolve-session',
  request: z.object({ token: z.string().max(200) }),
  reply: SessionReply,
});

/** The public part of a reseller's sign-in. */
export const ResellerUser = z.object({
  userId: z.string(),
  resellerId: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: z.iso.datetime(),
});
export type ResellerUser = z.infer<typeof ResellerUser>;

/**
 * Creates the sign-in of a reseller. `attached`: an account had verified this email (`userAttachedToReseller`).
 * `invited`: a temporary password was mailed (`userInvited`) to a new account or to one that never verified the
 * address, whose former password and sessions end. Idempotent by `resellerId`. EMAIL_TAKEN if the email belongs to
 * staff or another reseller, CONFLICT if the reseller was deleted.
 */
export const inviteUser = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.invite-user',
  request: z.object({
    email: EmailAddress,
    resellerId: z.string().min(1).max(100),
    businessName: z.string().max(200).nullable(),
  }),
  reply: z.object({ user: ResellerUser, outcome: z.enum(['invited', 'attached', 'unchanged']) }),
});

/**
 * Mails a new temporary password (`userInvited`) and ends the user's sessions. NOT_FOUND if the reseller does not
 * exist.
 */
export const resendCredentials = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.resend-credentials',
  request: z.object({
    resellerId: z.string().min(1).max(100),
    businessName: z.string().max(200).nullable(),
  }),
  reply: z.object({ user: ResellerUser }),
});

/** Finds the sign-ins of these resellers. Resellers without one are omitted. */
export const findResellerUsers = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-reseller-users',
  request: z.object({ resellerIds: z.array(z.string().max(100)).max(1000) }),
  reply: z.object({ users: z.array(ResellerUser) }),
});

/**
 * Changes a reseller's email for an admin. The old address gets a notice (`emailChanged`), the new one a link.
 * NOT_FOUND, EMAIL_TAKEN.
 */
export const changeResellerEmail = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.change-reseller-email',
  request: z.object({ resellerId: z.string().min(1).max(100), email: EmailAddress }),
  reply: z.object({ user: ResellerUser }),
});

/**
 * Called when a reseller was deleted. Their user gets the role `other` (or is removed if they never signed in) and
 * their sessions end. Succeeds if there is no user. A later invitation of this reseller is refused.
 */
export const withdrawResellerRights = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.withdraw-reseller-rights',
  request: z.object({ resellerId: z.string().min(1).max(100) }),
  reply: z.object({}),
});
