import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { setPassword } from '../passwords/set-password.ts';
import { hashSecretToken } from '../secret-token.ts';
import { verifyByReset } from './verify-by-reset.ts';

/** @throws {DomainError} RESET_LINK_INVALID for an unknown, used or expired token, PASSWORD_TOO_COMMON or UNAVAILABLE. */
export async function resetPassword(
  identity: IdentityContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const tokenHash = hashSecretToken(token);
  const validReset = () => ({
    resets: trusted({ $elemMatch: { tokenHash, expiresAt: { $gt: new Date() } } }),
  });
  // Looked up before the costly hash; what counts is that it still holds in the write that uses it up.
  if (!(await identity.users.exists(validReset()))) throw invalidLink();
  refuseCommonPassword(newPassword);
  const passwordHash = await identity.passwords.hash(newPassword);
  const user = await setPassword(identity, validReset(), passwordHash);
  if (!user) throw invalidLink();
  await verifyByReset(identity, user);
  identity.record({
    level: 'info',
    category: 'auth',
    message: 'Password changed through the emailed link',
    data: { username: user.username },
  });
}

function invalidLink(): DomainError {
  return new DomainError('RESET_LINK_INVALID', 'Invalid reset link. Please request a new password reset.');
}
