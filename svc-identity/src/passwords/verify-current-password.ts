import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { countAttempt, forgetAttemptsFrom, uncountOnError } from '../sessions/sign-in-attempts.ts';
import type { User } from '../users/user.model.ts';

/**
 * Within a session, which if stolen must not be a way to guess the password without the pauses of the sign-in.
 * @param field the request field that has the password
 * @param source the session: wrong passwords in a stolen one do not pause its owner's.
 * @throws {DomainError} CURRENT_PASSWORD_WRONG, RATE_LIMITED, UNAVAILABLE
 */
export async function verifyCurrentPassword(
  identity: IdentityContext,
  user: User,
  { password, field, source }: { password: string; field: 'password' | 'currentPassword'; source: string },
): Promise<void> {
  const account = `password of ${user._id.toHexString()}`;
  await countAttempt(identity, account, source);
  const isRight = await uncountOnError(identity, { account, source }, () =>
    identity.passwords.verifyKnown(user.passwordHash, password),
  );
  if (!isRight) {
    throw new DomainError('CURRENT_PASSWORD_WRONG', 'Current password is incorrect', { field });
  }
  await forgetAttemptsFrom(identity, account, source);
}
