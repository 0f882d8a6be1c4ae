import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { signInChangedEntry } from '../second-factors/sign-in-changed.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { hasSecondFactor, SECOND_FACTORS_OF_USER, takenField, type User } from '../users/user.model.ts';

/**
 * Verifies the address of a user who opened a reset link, because they can read the mailbox. An address that another
 * account has verified stays with that account. Second factors are removed: a stranger may have added them under
 * another address and then claimed this one, and paid rights would attach once it is verified. Staff and resellers keep
 * theirs, which protect the role from somebody who only has the mailbox. With such a factor the address is verified by
 * the link in the profile, which needs both.
 * @param user as they are after the reset
 */
export async function verifyByReset(identity: IdentityContext, user: User): Promise<void> {
  const { _id, emailKey, role, verifiedEmailKey } = user;
  if (verifiedEmailKey === emailKey) return;
  const isGuarded = role !== 'other';
  if (isGuarded && hasSecondFactor(user)) return;
  await identity.users
    .updateOne(
      { _id, emailKey, role, verifiedEmailKey: trusted({ $ne: emailKey }) },
      isGuarded ? verification(user) : verificationOfClaimant(user),
    )
    .catch((error: unknown) => {
      if (takenField(error) !== 'verifiedEmailKey') throw error;
    });
  if (isGuarded) return;
  identity.relay.flush(identity.users);
  await removeSessionsOf(identity, _id);
}

const verification = ({ emailKey }: User) => ({
  $set: { verifiedEmailKey: emailKey },
  $unset: { emailVerifications: 1 },
});

function verificationOfClaimant(user: User) {
  const { $set, $unset } = verification(user);
  const notice = signInChangedEntry({ ...user, recoveryCodes: [] }, 'second-factors-reset');
  return {
    $set,
    $unset: { ...$unset, ...SECOND_FACTORS_OF_USER },
    $inc: { sessionGeneration: 1 },
    ...(hasSecondFactor(user) ? { $push: { outbox: notice } } : {}),
  };
}
