import { z } from 'zod';
import { Actor } from '../actor.ts';
import { defineRequest } from '../event.ts';
import { EmailAddress } from '../email-address.ts';

const SessionReply = z.object({
  session: z.object({ sessionId: z.string(), actor: Actor }).nullable(),
});

/**
 * The gateway turns a session cookie into a person. The cookie itself never leaves the gateway: `cookieHash` is its SHA-256, in
 * base64url. `sessionId` names the session in `identity.session.ended`.
 */
export const findSession = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-session',
  request: z.object({ cookieHash: z.string().max(100) }),
  reply: SessionReply,
});

/** Finds the account of a browser by the cookie that a sign-in leaves for a year. Null for any other cookie. It signs nobody in. */
export const findKnownBrowser = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-known-browser',
  request: z.object({ cookie: z.string().max(500) }),
  reply: z.object({ userId: z.string().nullable() }),
});

/** Gateways of 0.1.0 request this, with the cookie itself, until they are replaced. Remove it in the version after this one. */
export const resolveSession = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.resolve-session',
  request: z.object({ token: z.string().max(200) }),
  reply: SessionReply,
});

/** The sign-in of a reseller as others may see it. */
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
 * Gives a reseller a sign-in. `attached`: the account that had verified this email (`userAttachedToReseller`).
 * `invited`: a mailed temporary password (`userInvited`), for a new account or for one that never verified the address,
 * whose former password and sessions end. Idempotent by `resellerId`. EMAIL_TAKEN where the email belongs to staff or
 * to another reseller, CONFLICT where the reseller was deleted before.
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

/** Mails a new temporary password (`userInvited`) and ends the user's sessions. NOT_FOUND without such a reseller. */
export const resendCredentials = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.resend-credentials',
  request: z.object({
    resellerId: z.string().min(1).max(100),
    businessName: z.string().max(200).nullable(),
  }),
  reply: z.object({ user: ResellerUser }),
});

/** The sign-ins of these resellers; who has none is left out. */
export const findResellerUsers = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.find-reseller-users',
  request: z.object({ resellerIds: z.array(z.string().max(100)).max(1000) }),
  reply: z.object({ users: z.array(ResellerUser) }),
});

/** Changes a reseller's email for an admin; the old address gets a notice (`emailChanged`), the new one a link. NOT_FOUND, EMAIL_TAKEN. */
export const changeResellerEmail = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.change-reseller-email',
  request: z.object({ resellerId: z.string().min(1).max(100), email: EmailAddress }),
  reply: z.object({ user: ResellerUser }),
});

/**
 * The reseller was deleted: their user becomes role `other` (or is removed where they never signed in) and their sessions
 * end. Succeeds where there is none, and an invitation of this reseller that arrives later is refused.
 */
export const withdrawResellerRights = defineRequest({
  responder: 'svc-identity',
  subject: 'rpc.identity.withdraw-reseller-rights',
  request: z.object({ resellerId: z.string().min(1).max(100) }),
  reply: z.object({}),
});
