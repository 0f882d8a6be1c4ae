import { canonicalEmail } from '@leadping/contracts/email-address';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { findByEmail } from '../users/find-by-email.ts';
import type { User } from '../users/user.model.ts';
import type { FastifyRequest } from 'fastify';
import { attemptSource, isBrowserOf, knownBrowserOf } from './attempt-source.ts';
import { countAttempt, forgetAttemptsFrom, uncountOnError } from './sign-in-attempts.ts';

/**
 * Checks a password. Unknown and known accounts look the same: in the reply, its time and its pauses.
 * @param credentials.username a user name, or an email: an at sign decides which.
 * @throws {DomainError} INVALID_CREDENTIALS, RATE_LIMITED or UNAVAILABLE.
 */
export async function signIn(
  identity: IdentityContext,
  credentials: { username: string; password: string },
  request: FastifyRequest,
): Promise<User> {
  const { users, record } = identity;
  const typed = credentials.username.trim();
  const isEmail = typed.includes('@');
  const account = isEmail ? canonicalEmail(typed) : typed.toLowerCase();
  const findUser = () =>
    isEmail ? findByEmail(identity, account) : users.findOne({ usernameKey: account }).lean();
  const { user, source, isRight } = await queueSignIn(
    identity,
    { request, findUser },
    async (user, verify) => {
      const source = attemptSource(identity, user, request);
      await countAttempt(identity, account, source);
      const isRight = await uncountOnError(identity, { account, source }, () =>
        verify(user?.passwordHash, credentials.password),
      );
      return { user, source, isRight };
    },
  );
  if (!user || !isRight || hasOutlivedItsPassword(user)) {
    if (user) {
      record({
        level: 'warning',
        category: 'auth',
        message: 'Sign-in refused',
        nextStep: isRight
          ? 'Send new credentials from Reseller Management.'
          : 'Nothing to do unless many follow. The user can reset the password on the sign-in page.',
        data: { username: user.username, reason: isRight ? 'temporary password expired' : 'wrong password' },
      });
    }
    throw new DomainError(
      'INVALID_CREDENTIALS',
      'Invalid username or password. Please check your credentials and try again.',
    );
  }
  await forgetAttemptsFrom(identity, account, source);
  return user;
}

/**
 * A known browser of the account has a lane of its own, which strangers cannot fill. All others get a place before anything
 * is read.
 */
async function queueSignIn<T>(
  identity: IdentityContext,
  { request, findUser }: { request: FastifyRequest; findUser: () => Promise<User | null> },
  check: (user: User | null, verify: IdentityContext['passwords']['verifyKnown']) => Promise<T>,
): Promise<T> {
  const { passwords } = identity;
  const browser = knownBrowserOf(identity, request);
  if (browser) {
    const user = await findUser();
    if (isBrowserOf(browser, user)) return check(user, passwords.verifyKnown);
  }
  return passwords.queueSignIn(async (verify) => check(await findUser(), verify));
}

function hasOutlivedItsPassword(user: User): boolean {
  return user.temporaryPasswordUntil !== undefined && user.temporaryPasswordUntil < new Date();
}
