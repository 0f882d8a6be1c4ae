import { DomainError } from '@leadping/service-kit/domain-error';
import type { HydratedDocument } from 'mongoose';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { IdentityContext } from '../context.ts';
import { takenField, type User } from './user.model.ts';

type NewUser = Pick<User, 'username' | 'email' | 'role' | 'passwordHash'> &
  Partial<Omit<User, 'usernameKey' | 'emailKey' | 'verifiedEmailKey'>>;

/**
 * @param options.isEmailVerified true if the creator vouches for the address, or the password is only known by a mail
 * to it
 * @throws {DomainError} USERNAME_TAKEN, or EMAIL_TAKEN for a verified address
 */
export async function insertUser(
  { users }: Pick<IdentityContext, 'users'>,
  user: NewUser,
  options: { isEmailVerified: boolean },
): Promise<User> {
  const emailKey = canonicalEmail(user.email);
  try {
    const created: HydratedDocument<User> = await users.create({
      ...user,
      usernameKey: user.username.toLowerCase(),
      emailKey,
      ...(options.isEmailVerified ? { verifiedEmailKey: emailKey } : {}),
    });
    return created.toObject();
  } catch (error) {
    throw domainErrorOf(error);
  }
}

function domainErrorOf(error: unknown): unknown {
  switch (takenField(error)) {
    case 'usernameKey':
      return new DomainError('USERNAME_TAKEN', 'This username is already taken.', {
        field: 'username',
        cause: error,
      });
    case 'verifiedEmailKey':
      return new DomainError('EMAIL_TAKEN', 'An account with this email already exists.', {
        field: 'email',
        cause: error,
      });
    default:
      return error;
  }
}
