import type { RequestOf } from '@leadping/contracts/route';
import type { register } from '@leadping/contracts/identity/session-routes';
import { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { makeVerificationLink } from '../email-verification/make-link.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { insertUser } from '../users/insert-user.ts';
import type { User } from '../users/user.model.ts';

/**
 * Creates an account whose address is unverified until the mailed link is opened. A taken address causes no error, so
 * that nobody learns who has an account. Its owner gets a notice.
 * @throws {DomainError} PASSWORD_TOO_COMMON, USERNAME_TAKEN or UNAVAILABLE
 */
export async function registerUser(
  identity: IdentityContext,
  form: RequestOf<typeof register>['body'],
): Promise<User> {
  refuseCommonPassword(form.password, 'password');
  const { username, email, firstName, lastName } = form;
  const passwordHash = await identity.passwords.hash(form.password);
  const _id = new Types.ObjectId();
  const { link, entry } = await makeVerificationLink(identity, { _id, username, email });
  const user = await insertUser(
    identity,
    {
      _id,
      username,
      email,
      firstName,
      lastName,
      role: 'other',
      passwordHash,
      emailVerifications: [link],
      outbox: [entry],
    },
    { isEmailVerified: false },
  );
  identity.relay.flush(identity.users);
  return user;
}
