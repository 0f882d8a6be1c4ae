import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { forgetAttempts } from '../sessions/sign-in-attempts.ts';
import type { User } from '../users/user.model.ts';
import type { QueryFilter } from 'mongoose';

/**
 * Sets a password that its owner chose, in one write. Everything that opened the account before becomes invalid: the
 * old password, a temporary one, reset links and sessions.
 * @param proof the filter that must still match at the write, so that only one of several concurrent calls succeeds
 * @returns `null` if it does not match any more
 */
export async function setPassword(
  identity: IdentityContext,
  proof: QueryFilter<User>,
  passwordHash: string,
): Promise<User | null> {
  const user = await identity.users
    .findOneAndUpdate(
      proof,
      {
        $set: { passwordHash },
        $unset: { resets: 1, temporaryPasswordUntil: 1 },
        $inc: { sessionGeneration: 1 },
      },
      { returnDocument: 'after' },
    )
    .lean();
  if (!user) return null;
  await removeSessionsOf(identity, user._id);
  await forgetAttempts(identity, [user.usernameKey, user.emailKey]);
  return user;
}
