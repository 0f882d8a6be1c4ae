import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';
import { currentSessionId, type Exchange } from './cookie.ts';

/**
 * The user of the session that makes a request, if it still opens anything. A gateway may take an ended session for alive
 * for some seconds, in which its thief could get what opens the account later: an email, a second factor, a new session.
 * @throws {DomainError} UNAUTHENTICATED
 */
export async function getSessionUser(
  identity: IdentityContext,
  { actor, request }: Pick<Exchange, 'request'> & { actor: Actor },
): Promise<User> {
  const session = await identity.sessions
    .findOne({ _id: currentSessionId(identity, request) ?? '', expiresAt: trusted({ $gt: new Date() }) })
    .lean();
  const user =
    session &&
    (await identity.users.findOne({ _id: actor.userId, sessionGeneration: session.generation }).lean());
  if (!user || !session.userId.equals(user._id)) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  return user;
}
