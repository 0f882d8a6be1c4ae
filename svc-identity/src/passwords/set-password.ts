import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { forgetAttempts } from '../sessions/sign-in-attempts.ts';
import type { User } from '../users/user.model.ts';
import type { QueryFilter } from 'mongoose';

/**
 * Sets a password that its owner chose, in one write: whatever opened the account before (the old password, a temporary
 * one, reset links, sessions) opens it no longer.
 * @param proof the filter that must still hold when the write happens; of parallel callers one passes.
 * @returns `null` where it does not hold any more.
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
