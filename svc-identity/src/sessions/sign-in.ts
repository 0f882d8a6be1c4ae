import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';
import { countAttempt, forgetAttempts } from './sign-in-attempts.ts';

/**
 * Checks a password. Unknown and known accounts cannot be told apart: not by the answer, its time or its pauses.
 * @param credentials.username a user name, or an e-mail: an at sign tells which.
 * @throws {DomainError} INVALID_CREDENTIALS, RATE_LIMITED or UNAVAILABLE.
 */
export async function signIn(
  identity: IdentityContext,
  credentials: { username: string; password: string },
): Promise<User> {
  const { users, attempts, passwords, record } = identity;
  const account = credentials.username.trim().toLowerCase();
  await countAttempt(identity, account);

  const user = await users
    .findOne(account.includes('@') ? { email: account } : { usernameKey: account })
    .lean();
  const isRight = await passwords.verify(user?.passwordHash, credentials.password);
  if (!user || !isRight || hasOutlivedItsPassword(user)) {
    if (user) {
      record({
        level: 'warning',
        category: 'auth',
        message: 'Sign-in refused',
        data: { username: user.username, reason: isRight ? 'temporary password expired' : 'wrong password' },
      });
    }
    throw new DomainError(
      'INVALID_CREDENTIALS',
      'Invalid username or password. Please check your credentials and try again.',
    );
  }
  await forgetAttempts(attempts, [account]);
  return user;
}

function hasOutlivedItsPassword(user: User): boolean {
  return user.temporaryPasswordUntil !== undefined && user.temporaryPasswordUntil < new Date();
}
