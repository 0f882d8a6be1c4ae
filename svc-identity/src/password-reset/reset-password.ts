import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { setPassword } from '../passwords/set-password.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { auditOwner } from '../users/audit-owner.ts';
import { verifyByReset } from './verify-by-reset.ts';

/** @throws {DomainError} RESET_LINK_INVALID for an unknown, used or expired token, PASSWORD_TOO_COMMON or UNAVAILABLE. */
export async function resetPassword(
  identity: IdentityContext,
  { token, newPassword }: { token: string; newPassword: string },
  request: FastifyRequest,
): Promise<void> {
  const tokenHash = hashSecretToken(token);
  const validReset = () => ({
    resets: trusted({ $elemMatch: { tokenHash, expiresAt: { $gt: new Date() } } }),
  });
  // Checked before the expensive hash. The write below checks it again and consumes the link.
  const owner = await identity.users.findOne(validReset()).lean();
  if (!owner) throw invalidLink();
  refuseCommonPassword(newPassword, 'newPassword');
  const passwordHash = await identity.passwords.hash(newPassword);
  const reset = async () => {
    const user = await setPassword(identity, validReset(), passwordHash);
    if (!user) throw invalidLink();
    await verifyByReset(identity, user);
  };
  const entry = { request, summary: 'Sets a password by a mailed link', body: { newPassword } };
  await auditOwner(identity, owner, entry, reset);
  identity.record({
    level: 'info',
    category: 'auth',
    message: 'Password changed through the emailed link',
    data: { username: owner.username },
  });
}

function invalidLink(): DomainError {
  return new DomainError('RESET_LINK_INVALID', 'Invalid reset link. Please request a new password reset.');
}
