import { z } from 'zod';
import { Role } from '../actor.ts';
import { defineEvent } from '../event.ts';

const user = { userId: z.string(), username: z.string(), email: z.string() };

/** Grows with each other address of the user, so that an older event that comes later is known; 0 until it first changes. */
const emailRevision = z.int().nonnegative().optional();

/**
 * A sign-in was made for somebody, with a password that must be changed. The password travels encrypted
 * (`service-kit/sealed-text`), for the one mail that carries it. Commerce stores `userId` with the reseller.
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

/** An account whose email is verified was given reseller rights: no new password, a mail that says so. */
export const userAttachedToReseller = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.attached-to-reseller',
  version: 1,
  payload: z.object({ ...user, emailRevision, resellerId: z.string(), businessName: z.string().nullable() }),
});

/**
 * Reseller rights were paid with the email of staff or of a reseller: nothing was given, an admin decides. Commerce
 * stops republishing the order, support mails the admins.
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
 * An address was typed in for an account (registration, email change, or a second link). `ownerUsername` names the
 * account that has verified the address already: its owner then gets a notice instead of a link.
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

/** The old address gets a notice, and commerce's copy of a reseller's is renewed. */
export const emailChanged = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.user.email-changed',
  version: 1,
  payload: z.object({
    ...user,
    emailRevision,
    previousEmail: z.string(),
    /** Only then does a notice go there: anybody can type an address. Absent in events from before. */
    wasVerified: z.boolean().default(true),
    /** Whose sign-in it is. */
    resellerId: z.string().nullish(),
  }),
});

/** How somebody signs in was changed: their mailbox gets a notice, so that a stranger's change is noticed. */
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
    /** Of the passkey; null for everything else. */
    name: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    at: z.iso.datetime(),
  }),
});

/** Sessions ended (sign-out, new password): gateways drop what they had cached of them. Broadcast without a stream. */
export const sessionsEnded = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.session.ended',
  version: 1,
  payload: z.object({ sessionIds: z.array(z.string()) }),
});
