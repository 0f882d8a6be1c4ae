import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { hasSecondFactor, SECOND_FACTORS_OF_USER, type User } from '../users/user.model.ts';
import { asRead, namesOf } from './change-second-factors.ts';
import { signInChangedEntry } from './sign-in-changed.ts';

/**
 * Removes all second factors of an account whose owner has lost them. The same write adds the notice to the owner and
 * ends all sessions and pending sign-ins. The password stays.
 * @throws {DomainError} NOT_FOUND; CONFLICT if there is nothing to reset, or the account was changed at the same moment
 */
export async function resetSecondFactors(
  { users, sessions }: Pick<IdentityContext, 'users' | 'sessions'>,
  username: string,
): Promise<User> {
  const user = await users.findOne({ usernameKey: username.trim().toLowerCase() }).lean();
  if (!user) throw new DomainError('NOT_FOUND', `There is no account ${username}.`);
  if (!hasSecondFactor(user)) throw new DomainError('CONFLICT', `${user.username} has no second factor.`);
  // Only one of two concurrent commands resets, so that the owner gets one notice.
  const { matchedCount } = await users.updateOne(asRead(user), {
    $unset: SECOND_FACTORS_OF_USER,
    $inc: { sessionGeneration: 1 },
    $push: { outbox: signInChangedEntry({ ...user, recoveryCodes: [] }, 'second-factors-reset') },
  });
  if (matchedCount === 0)
    throw new DomainError('CONFLICT', `The second factors of ${user.username} were changed meanwhile.`);
  await sessions.deleteMany({ userId: user._id });
  recordChange({
    target: user._id.toHexString(),
    before: namesOf(user),
    after: namesOf({ ...user, passkeys: undefined, authenticator: undefined }),
  });
  return user;
}
