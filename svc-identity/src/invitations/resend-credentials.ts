import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { MAILED_LINKS, type User } from '../users/user.model.ts';
import { makeCredentials } from './credentials.ts';

/** A new temporary password by mail; the old password, reset links and sessions end. @throws {DomainError} NOT_FOUND */
export async function resendCredentials(
  identity: IdentityContext,
  { resellerId, businessName }: { resellerId: string; businessName: string | null },
): Promise<User> {
  const present = await getUserOfReseller(identity, resellerId);
  const { passwordHash, temporaryPasswordUntil, invitationFor } = await makeCredentials(identity);
  const user = await identity.users
    .findOneAndUpdate(
      { _id: present._id, resellerId, email: present.email, emailRevision: present.emailRevision ?? null },
      {
        $set: { passwordHash, temporaryPasswordUntil },
        $unset: MAILED_LINKS,
        $inc: { sessionGeneration: 1 },
        $push: { outbox: invitationFor(present, businessName) },
      },
      { returnDocument: 'after' },
    )
    .lean();
  if (!user) throw new DomainError('CONFLICT', 'The account was changed in the meantime. Please try again.');
  identity.relay.flush(identity.users);
  await removeSessionsOf(identity, user._id);
  return user;
}

/** @throws {DomainError} NOT_FOUND */
export async function getUserOfReseller({ users }: IdentityContext, resellerId: string): Promise<User> {
  const user = await users.findOne({ resellerId }).lean();
  if (!user) throw new DomainError('NOT_FOUND', 'This reseller has no sign-in.');
  return user;
}
