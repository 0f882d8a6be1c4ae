import type { Actor } from '@leadping/contracts/actor';
import * as contracts from '@leadping/contracts/identity/second-factor-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { HandlerContext, RegisterRoute } from '@leadping/service-kit/http/routes';
import type { Route } from '@leadping/contracts/route';
import type { IdentityContext } from '../context.ts';
import type { ChallengeId } from '../challenges/challenges.ts';
import { saveChallenge } from '../challenges/challenges.ts';
import { currentSessionId, openSession, sessionSource } from '../sessions/cookie.ts';
import { getSessionUser } from '../sessions/get-session-user.ts';
import { getUser } from '../users/get-user.ts';
import { hasSecondFactor, type User } from '../users/user.model.ts';
import { newAuthenticatorSecret } from './authenticator-code.ts';
import { changeSecondFactors } from './change-second-factors.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { listSecondFactors } from './list-second-factors.ts';
import { createRegistrationChallenge } from './passkey-challenge.ts';
import { addPasskey, removePasskey, renamePasskey } from './passkeys.ts';

/** Whose second factors they are comes from the session that makes the request, never from the request. */
export function registerSecondFactorRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.listSecondFactors, async ({ actor }) =>
    listSecondFactors(identity, await getUser(identity, actor.userId)),
  );
  registerPasskeyRoutes(route, identity);
  registerAuthenticatorRoutes(route, identity);
  registerRecoveryRoutes(route, identity);
}

function callerOf(identity: IdentityContext) {
  const userOf = (caller: Parameters<typeof getSessionUser>[1]) => getSessionUser(identity, caller);
  const challengeOf = (
    request: HandlerContext<Route>['request'],
    purpose: 'passkey-registration' | 'authenticator',
  ): ChallengeId => `${purpose} ${currentSessionId(identity, request) ?? ''}`;
  /** The session has proven the factor that it added, so that it can add the next one. */
  const keepFresh = async (
    actor: Actor,
    user: User,
    exchange: Pick<HandlerContext<Route>, 'request' | 'reply'>,
  ) => {
    // Gateways would know of the old cookie for seconds that its owner may do nothing yet.
    if (actor.mustSetUpSecondFactor) return openSession(identity, user, exchange, { hasSecondFactor: true });
    const _id = currentSessionId(identity, exchange.request) ?? '';
    await identity.sessions.updateOne({ _id }, { $set: { hasSecondFactor: true } });
  };

  return { userOf, challengeOf, keepFresh };
}

function registerPasskeyRoutes(route: RegisterRoute, identity: IdentityContext): void {
  const { userOf, challengeOf, keepFresh } = callerOf(identity);
  route(contracts.createPasskeyChallenge, async ({ actor, request }) => {
    const user = await userOf({ actor, request });
    requireOwnAccount(user);
    return createRegistrationChallenge(identity, challengeOf(request, 'passkey-registration'), user);
  });
  route(contracts.addPasskey, async ({ actor, body, request, reply }) => {
    const challengeId = challengeOf(request, 'passkey-registration');
    const { user, ...added } = await addPasskey(identity, await userOf({ actor, request }), {
      ...body,
      challengeId,
    });
    await keepFresh(actor, user, { request, reply });
    return added;
  });
  route(contracts.renamePasskey, async ({ params, body, ...caller }) =>
    renamePasskey(identity, await userOf(caller), { ...params, ...body }),
  );
  route(contracts.removePasskey, async ({ params, ...caller }) => {
    const { user } = await removePasskey(identity, await userOf(caller), params.id);
    return listSecondFactors(identity, user);
  });
}

function registerAuthenticatorRoutes(route: RegisterRoute, identity: IdentityContext): void {
  const { userOf, challengeOf, keepFresh } = callerOf(identity);
  route(contracts.createAuthenticatorSecret, async ({ actor, request }) => {
    const user = await userOf({ actor, request });
    requireOwnAccount(user);
    if (user.authenticator) {
      throw new DomainError('CONFLICT', 'There is an authenticator app already. Remove it first.');
    }
    const { sealedSecret, ...shown } = newAuthenticatorSecret(identity, user);
    await saveChallenge(identity, challengeOf(request, 'authenticator'), { userId: user._id, sealedSecret });
    return shown;
  });
  route(contracts.confirmAuthenticator, async ({ actor, body, request, reply }) => {
    const { user, recoveryCodes } = await confirmAuthenticator(identity, await userOf({ actor, request }), {
      ...body,
      challengeId: challengeOf(request, 'authenticator'),
      source: sessionSource(identity, request),
    });
    await keepFresh(actor, user, { request, reply });
    return { recoveryCodes };
  });
  route(contracts.removeAuthenticator, async (caller) => {
    const user = await userOf(caller);
    if (!user.authenticator) throw new DomainError('NOT_FOUND', 'There is no authenticator app.');
    const next = { authenticator: undefined };
    const changed = await changeSecondFactors(identity, user, { change: 'authenticator-removed', next });
    return listSecondFactors(identity, changed.user);
  });
}

function registerRecoveryRoutes(route: RegisterRoute, identity: IdentityContext): void {
  const { userOf } = callerOf(identity);
  route(contracts.renewRecoveryCodes, async (caller) => {
    const user = await userOf(caller);
    if (!hasSecondFactor(user)) {
      throw new DomainError('CONFLICT', 'Set up a passkey or an authenticator app first.');
    }
    const { recoveryCodes } = await changeSecondFactors(identity, user, {
      change: 'recovery-codes-renewed',
      next: {},
      renewsCodes: true,
    });
    return { recoveryCodes: recoveryCodes ?? [] };
  });
}

/**
 * A stranger may have registered the address, and its owner may get the account later by a mailed link. The stranger's
 * second factors must not open it then.
 * @throws {DomainError} CONFLICT
 */
function requireOwnAccount(user: User): void {
  if (user.role === 'other' && user.verifiedEmailKey !== user.emailKey) {
    throw new DomainError('CONFLICT', 'Please confirm your email address first.');
  }
  if (user.temporaryPasswordUntil) throw new DomainError('CONFLICT', 'Please choose a new password first.');
}
