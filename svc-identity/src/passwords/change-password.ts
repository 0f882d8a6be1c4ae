import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { countAttempt, forgetAttempts } from '../sessions/sign-in-attempts.ts';
import { getUser } from '../users/get-user.ts';
import { mustChangePassword } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { setPassword } from './set-password.ts';

/**
 * Ends all of the user's sessions; the caller opens a new one for who asked.
 * @throws {DomainError} CURRENT_PASSWORD_WRONG, PASSWORD_TOO_COMMON, RATE_LIMITED, UNAVAILABLE, or CONFLICT.
 */
export async function changePassword(
  identity: IdentityContext,
  userId: string,
  form: { currentPassword: string; newPassword: string },
): Promise<User> {
  const { passwords } = identity;
  const user = await getUser(identity, userId);
  // A stolen session must not be a way to guess the password without the pauses of the sign-in.
  const account = `password of ${userId}`;
  await countAttempt(identity, account, 'session');
  if (!(await passwords.verify(user.passwordHash, form.currentPassword))) {
    throw new DomainError('CURRENT_PASSWORD_WRONG', 'Current password is incorrect');
  }
  await forgetAttempts(identity, [account]);
  refuseCommonPassword(form.newPassword);
  if (mustChangePassword(user) && form.newPassword === form.currentPassword) {
    throw new DomainError('VALIDATION_FAILED', 'Please choose a password other than the temporary one.');
  }
  const changed = await setPassword(
    identity,
    { _id: user._id, passwordHash: user.passwordHash },
    await passwords.hash(form.newPassword),
  );
  if (!changed)
    throw new DomainError('CONFLICT', 'The password was changed meanwhile. Please sign in again.');
  return changed;
}
