import { emailChanged } from '@leadping/contracts/identity/user-events';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { limitAnHour } from '@leadping/service-kit/limit-an-hour';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { makeVerificationLink } from '../email-verification/make-link.ts';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { eventUserOf } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';

/** Each has a mail sent to an address that may be a stranger's. */
const LIMIT = { most: 5, what: 'You changed your email' };

interface EmailChange {
  /** Saved in the same write. */
  names?: Pick<User, 'firstName' | 'lastName'>;
  /** Their changes have no limit, and end an invitation: its temporary password was mailed to the old address. */
  isByAdmin?: boolean;
}

/**
 * Changes the email, which is unverified until the mailed link is opened. If the old address was verified, it gets a
 * notice. Reset links to the old address become invalid. As at registration, a taken address causes no error.
 * @throws {DomainError} CONFLICT if the email was changed at the same time, RATE_LIMITED
 */
export async function changeEmail(
  identity: IdentityContext,
  user: User,
  email: string,
  { names, isByAdmin = false }: EmailChange = {},
): Promise<User> {
  if (email === user.email) return user;
  const isOther = canonicalEmail(email) !== user.emailKey;
  const ends = isOther && isByAdmin && user.temporaryPasswordUntil !== undefined;
  const update = isOther ? await otherEmail(identity, user, email, isByAdmin) : { $set: { email } };
  const changed = await identity.users
    .findOneAndUpdate(
      {
        _id: user._id,
        email: user.email,
        emailRevision: user.emailRevision ?? null,
        // A password reset meanwhile ends the session that makes the change.
        sessionGeneration: user.sessionGeneration,
      },
      {
        ...update,
        $set: { ...update.$set, ...names, ...(ends ? { temporaryPasswordUntil: new Date(0) } : {}) },
        ...(ends ? { $inc: { sessionGeneration: 1 } } : {}),
      },
      { returnDocument: 'after' },
    )
    .lean();
  if (!changed)
    throw new DomainError('CONFLICT', 'The email was changed in the meantime. Please reload and try again.');
  identity.relay.flush(identity.users);
  if (ends) await removeSessionsOf(identity, user._id);
  const { firstName, lastName } = user;
  recordChange({
    target: user._id.toString(),
    before: { email: user.email, firstName, lastName },
    after: { email, firstName, lastName, ...names },
  });
  return changed;
}

async function otherEmail(identity: IdentityContext, user: User, email: string, isByAdmin: boolean) {
  const emailRevision = (user.emailRevision ?? 0) + 1;
  const emailChanges = isByAdmin
    ? {}
    : { emailChanges: limitAnHour(user.emailChanges ?? [], identity.clock.now(), LIMIT) };
  return {
    $set: { email, emailKey: canonicalEmail(email), emailRevision, ...emailChanges },
    $unset: { resets: 1, verifiedEmailKey: 1 },
    ...(await announcement(identity, user, { email, emailRevision })),
  };
}

async function announcement(
  identity: IdentityContext,
  user: User,
  change: { email: string; emailRevision: number },
) {
  const renamed = { ...user, ...change };
  const { link, entry } = await makeVerificationLink(identity, renamed);
  const notice = outboxEntry(emailChanged, `email-changed:${randomUUID()}`, {
    ...eventUserOf(renamed),
    emailRevision: renamed.emailRevision,
    previousEmail: user.email,
    wasVerified: user.verifiedEmailKey === user.emailKey,
    resellerId: user.resellerId ?? null,
  });
  return { $push: { outbox: { $each: [notice, entry] }, emailVerifications: { $each: [link], $slice: -1 } } };
}
