import { emailChanged } from '@leadping/contracts/identity/user-events';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { makeVerificationLink } from '../email-verification/make-link.ts';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { eventUserOf } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';

/**
 * Changes the email, which is unverified until the link mailed there is opened, has a notice mailed to the old address,
 * and voids reset links that went there. A taken address is no error, as at registration.
 * @param options.endsInvitation whether a temporary password that was mailed to the old address opens nothing from then on.
 * @throws {DomainError} CONFLICT where the email was changed at the same time.
 */
export async function changeEmail(
  identity: IdentityContext,
  user: User,
  email: string,
  { endsInvitation = false } = {},
): Promise<User> {
  if (email === user.email) return user;
  const emailKey = canonicalEmail(email);
  const emailRevision = (user.emailRevision ?? 0) + 1;
  const isOther = emailKey !== user.emailKey;
  const ends = isOther && endsInvitation && user.temporaryPasswordUntil !== undefined;
  const update = !isOther
    ? { $set: { email } }
    : {
        $set: { email, emailKey, emailRevision, ...(ends ? { temporaryPasswordUntil: new Date(0) } : {}) },
        $unset: { resets: 1, verifiedEmailKey: 1 },
        ...(ends ? { $inc: { sessionGeneration: 1 } } : {}),
        ...(await announcement(identity, user, { email, emailRevision })),
      };
  const changed = await identity.users
    .findOneAndUpdate(
      {
        _id: user._id,
        email: user.email,
        emailRevision: user.emailRevision ?? null,
        // A reset of the password in between ends the session that makes the change.
        sessionGeneration: user.sessionGeneration,
      },
      update,
      { returnDocument: 'after' },
    )
    .lean();
  if (!changed)
    throw new DomainError('CONFLICT', 'The email was changed in the meantime. Please reload and try again.');
  identity.relay.flush(identity.users);
  if (ends) await removeSessionsOf(identity, user._id);
  recordChange({ target: user._id.toString(), before: { email: user.email }, after: { email } });
  return changed;
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
    resellerId: user.resellerId ?? null,
  });
  return { $push: { outbox: { $each: [notice, entry] }, emailVerifications: { $each: [link], $slice: -1 } } };
}
