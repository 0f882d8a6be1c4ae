import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { getUser } from '../users/get-user.ts';
import { takenField, type User } from '../users/user.model.ts';

/**
 * @throws {DomainError} VERIFICATION_LINK_INVALID for an unknown, used or expired token, for another account's, and for
 * the address before a change; EMAIL_TAKEN where another account has verified the address meanwhile.
 */
export async function verifyEmail(identity: IdentityContext, userId: string, token: string): Promise<User> {
  const { _id, emailKey } = await getUser(identity, userId);
  const tokenHash = hashSecretToken(token);
  const verified = await identity.users
    .findOneAndUpdate(
      {
        _id,
        emailKey,
        emailVerifications: trusted({ $elemMatch: { tokenHash, emailKey, expiresAt: { $gt: new Date() } } }),
      },
      { $set: { verifiedEmailKey: emailKey }, $unset: { emailVerifications: 1 } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch((cause: unknown) => {
      if (takenField(cause) !== 'verifiedEmailKey') throw cause;
      throw new DomainError('EMAIL_TAKEN', 'An account with this email already exists.', { cause });
    });
  if (verified) return verified;
  throw new DomainError(
    'VERIFICATION_LINK_INVALID',
    'This link is no longer valid. Please request a new one in your profile.',
  );
}
