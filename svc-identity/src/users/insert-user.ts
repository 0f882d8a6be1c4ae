import { DomainError } from '@leadping/service-kit/domain-error';
import type { HydratedDocument, Model } from 'mongoose';
import { takenField, type User } from './user.model.ts';

type NewUser = Pick<User, 'username' | 'email' | 'role' | 'passwordHash'> & Partial<User>;

/** @throws {DomainError} USERNAME_TAKEN or EMAIL_TAKEN. */
export async function insertUser(users: Model<User>, user: NewUser): Promise<User> {
  try {
    const made: HydratedDocument<User> = await users.create({
      ...user,
      usernameKey: user.username.toLowerCase(),
    });
    return made.toObject();
  } catch (error) {
    throw errorReplyOf(error);
  }
}

function errorReplyOf(error: unknown): unknown {
  const cause = { cause: error };
  switch (takenField(error)) {
    case 'usernameKey':
      return new DomainError('USERNAME_TAKEN', 'This username is already taken.', cause);
    case 'email':
      return new DomainError('EMAIL_TAKEN', 'An account with this e-mail already exists.', cause);
    default:
      return error;
  }
}
