import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import type { IdentityContext } from '../context.ts';
import { mustSetUpSecondFactor } from '../sign-in-policy/must-set-up.ts';
import { showUser } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';
import { rememberDevice } from './attempt-source.ts';
import { openSession, type Exchange } from './cookie.ts';

/** Signs in a user who has proven their identity with these factors. */
export async function finishSignIn(
  identity: IdentityContext,
  user: User,
  exchange: Exchange,
  factors: readonly string[],
): Promise<UserReply> {
  const hasSecondFactor = factors.some((factor) => factor !== 'password');
  await openSession(identity, user, exchange, { hasSecondFactor });
  identity.record({
    level: 'info',
    category: 'auth',
    message: 'Signed in',
    data: { username: user.username, factors: factors.join(' and ') },
  });
  rememberDevice(identity, user, exchange.reply);
  return showSignedIn(identity, user);
}

/** The user, with the steps that they must take before anything else. */
export async function showSignedIn(identity: IdentityContext, user: User): Promise<UserReply> {
  const mustSetUp = await mustSetUpSecondFactor(identity, user);
  return { ...showUser(user), ...(mustSetUp ? { mustSetUpSecondFactor: true } : {}) };
}
