import type { RequestOf } from '@leadping/contracts/route';
import type { register } from '@leadping/contracts/identity/session-routes';
import type { IdentityContext } from '../context.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { insertUser } from './insert-user.ts';
import type { User } from './user.model.ts';

/** @throws {DomainError} PASSWORD_TOO_COMMON, USERNAME_TAKEN, EMAIL_TAKEN or UNAVAILABLE. */
export async function registerUser(
  { users, passwords }: IdentityContext,
  form: RequestOf<typeof register>['body'],
): Promise<User> {
  refuseCommonPassword(form.password);
  const { username, email, firstName, lastName } = form;
  const passwordHash = await passwords.hash(form.password);
  return insertUser(users, { username, email, firstName, lastName, role: 'other', passwordHash });
}
