import { z } from 'zod';
import { Role } from '../actor.ts';
import { defineEvent } from '../event.ts';

const user = { userId: z.string(), username: z.string(), email: z.string() };

/**
 * Increases with each change of the user's address, so that consumers can detect older events. 0 until the first
 * change.
 */
const emailRevision = z.int().nonnegative().optional();

/**
 * A sign-in with a temporary password was created. The password is encrypted (`service-kit/sealed-text`) for the
 * mail. Commerce stores `userId` with the reseller.
 */
export const userInvited = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.invited',
  version: 1,
  payload: z.object({
    ...user,
    role: Role,
    emailRevision,
    resellerId: z.string().nullable(),
    businessName: z.string().nullable(),
    sealedPassword: z.string(),
    invitationId: z.string(),
  }),
});

/** An account with a verified email got reseller rights. It keeps its password and gets a mail. */
export const userAttachedToReseller = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.attached-to-reseller',
  version: 1,
  payload: z.object({ ...user, emailRevision, resellerId: z.string(), businessName: z.string().nullable() }),
});

/**
 * Reseller rights were paid with the email of staff or of a reseller. No rights were given, and an admin decides.
 * Commerce stops republishing the order, and support mails the admins.
 */
export const resellerRightsRefused = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.reseller-rights.refused',
  version: 1,
  payload: z.object({ orderId: z.string(), email: z.string(), role: Role }),
});

export const passwordResetRequested = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.password-reset-requested',
  version: 1,
  payload: z.object({ ...user, sealedToken: z.string(), expiresAt: z.iso.datetime() }),
});

/**
 * An address was entered for an account (registration, email change, or a second link). `ownerUsername` is the
 * account that has already verified the address. Its owner then gets a notice instead of a link.
 */
export const emailVerificationRequested = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.email-verification-requested',
  version: 1,
  payload: z.object({
    ...user,
    sealedToken: z.string(),
    expiresAt: z.iso.datetime(),
    ownerUsername: z.string().nullable(),
  }),
});

/** The old address gets a notice, and commerce updates its copy of a reseller's address. */
export const emailChanged = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.email-changed',
  version: 1,
  payload: z.object({
    ...user,
    emailRevision,
    previousEmail: z.string(),
    /** A notice is sent only to a verified address, because anyone can enter an address. Absent in older events. */
    wasVerified: z.boolean().default(true),
    /** The reseller of this sign-in. */
    resellerId: z.string().nullish(),
  }),
});

/** Changes of how a user signs in. The owner gets a notice, so that a stranger's change is noticed. */
export const SIGN_IN_CHANGES = [
  'passkey-added',
  'passkey-removed',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'second-factors-reset',
] as const;

export const signInChanged = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.sign-in-changed',
  version: 1,
  payload: z.object({
    ...user,
    change: z.enum(SIGN_IN_CHANGES),
    /** Name of the passkey. Null for other changes. */
    name: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    at: z.iso.datetime(),
  }),
});

/** Sessions ended (sign-out, new password). Gateways remove them from their cache. Broadcast without a stream. */
export const sessionsEnded = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.session.ended',
  version: 1,
  payload: z.object({ sessionIds: z.array(z.string()) }),
});
