import * as contracts from '@leadping/contracts/identity/fresh-session-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { HandlerContext, RegisterRoute } from '@leadping/service-kit/http/routes';
import type { Route } from '@leadping/contracts/route';
import type { IdentityContext } from '../context.ts';
import type { ChallengeId } from '../challenges/challenges.ts';
import { verifyCurrentPassword } from '../passwords/verify-current-password.ts';
import { methodsOf } from '../second-factors/list-second-factors.ts';
import { createAssertionChallenge } from '../second-factors/passkey-challenge.ts';
import { verifySecondFactor } from '../second-factors/verify-second-factor.ts';
import { currentSessionId, openSession, sessionSource } from '../sessions/cookie.ts';
import { getSessionUser } from '../sessions/get-session-user.ts';
import { getUser } from '../users/get-user.ts';
import { hasSecondFactor } from '../users/user.model.ts';

export function registerFreshSessionRoutes(route: RegisterRoute, identity: IdentityContext): void {
  const challengeOf = (request: HandlerContext<Route>['request']): ChallengeId =>
    `fresh-session ${currentSessionId(identity, request) ?? ''}`;

  route(contracts.getFreshSession, async ({ actor }) => {
    const user = await getUser(identity, actor.userId);
    return {
      isFresh: actor.isFresh === true,
      methods: hasSecondFactor(user) ? methodsOf(user) : ['password' as const],
    };
  });
  route(contracts.createFreshSessionChallenge, async ({ actor, request }) => {
    const user = await getUser(identity, actor.userId);
    if (!user.passkeys) throw new DomainError('CONFLICT', 'This account has no passkey.');
    return createAssertionChallenge(identity, challengeOf(request), user);
  });
  route(contracts.refreshSession, async ({ actor, body, request, reply }) => {
    const user = await getSessionUser(identity, { actor, request });
    const source = sessionSource(identity, request);
    const isByPassword = body.method === 'password';
    if (isByPassword) {
      if (hasSecondFactor(user)) throw passwordIsNotEnough();
      await verifyCurrentPassword(identity, user, {
        password: body.password,
        field: 'password',
        source,
      });
    } else {
      await verifySecondFactor(identity, user, body, { request, challengeId: challengeOf(request), source });
    }
    await openSession(identity, user, { request, reply }, { hasSecondFactor: !isByPassword });
    return { message: 'Thank you. You can continue for ten minutes.' };
  });
}

const passwordIsNotEnough = () =>
  new DomainError('SECOND_FACTOR_INVALID', 'Please confirm with your second factor, not with the password.');
