import type { Actor } from '@leadping/contracts/actor';
import type { ResellerUser } from '@leadping/contracts/identity/requests';
import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import type { User } from './user.model.ts';

export function showUser(user: User): UserReply {
  return {
    id: user._id.toHexString(),
    username: user.username,
    email: user.email,
    emailVerified: user.verifiedEmailKey === user.emailKey,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    resellerId: user.resellerId ?? null,
    mustChangePassword: mustChangePassword(user),
    createdAt: user.createdAt.toISOString(),
  };
}

export function showResellerUser(user: User): ResellerUser {
  const { username, email, firstName, lastName } = user;
  return {
    userId: user._id.toHexString(),
    resellerId: user.resellerId ?? '',
    username,
    email,
    firstName,
    lastName,
    createdAt: user.createdAt.toISOString(),
  };
}

export function actorOf(
  user: User,
  session: { signedInAt: Date; isFresh: boolean; mustSetUpSecondFactor: boolean },
): Actor {
  return {
    userId: user._id.toHexString(),
    username: user.username,
    email: user.email,
    role: user.role,
    resellerId: user.resellerId ?? null,
    signedInAt: session.signedInAt.getTime(),
    ...(session.isFresh ? { isFresh: true } : {}),
    ...(mustChangePassword(user) ? { mustChangePassword: true } : {}),
    ...(session.mustSetUpSecondFactor ? { mustSetUpSecondFactor: true } : {}),
  };
}

/** The part of every event of a user that names them. */
export function eventUserOf(user: Pick<User, '_id' | 'username' | 'email'>) {
  return { userId: user._id.toHexString(), username: user.username, email: user.email };
}

export function mustChangePassword(user: User): boolean {
  return user.temporaryPasswordUntil !== undefined;
}
