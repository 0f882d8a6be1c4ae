import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { mustChangePassword } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { setPassword } from './set-password.ts';
import { verifyCurrentPassword } from './verify-current-password.ts';

/**
 * Ends all of the user's sessions; the caller opens a new one for who asked.
 * @throws {DomainError} CURRENT_PASSWORD_WRONG, PASSWORD_TOO_COMMON, RATE_LIMITED, UNAVAILABLE, or CONFLICT.
 */
export async function changePassword(
  identity: IdentityContext,
  user: User,
  { source, ...form }: { currentPassword: string; newPassword: string; source: string },
): Promise<User> {
  const { passwords } = identity;
  await verifyCurrentPassword(identity, user, {
    password: form.currentPassword,
    field: 'currentPassword',
    source,
  });
  refuseCommonPassword(form.newPassword, 'newPassword');
  if (mustChangePassword(user) && form.newPassword === form.currentPassword) {
    throw new DomainError('VALIDATION_FAILED', 'Please choose a password other than the temporary one.');
  }
  const changed = await setPassword(
    identity,
    { _id: user._id, passwordHash: user.passwordHash, sessionGeneration: user.sessionGeneration },
    await passwords.hash(form.newPassword),
  );
  if (!changed)
    throw new DomainError('CONFLICT', 'The password was changed in the meantime. Please sign in again.');
  return changed;
}
