import * as contracts from '@leadping/contracts/identity/second-step-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '../context.ts';
import { expired, getChallenge, takeChallenge } from '../challenges/challenges.ts';
import { challengeOfBrowser, markBrowser, unmarkBrowser } from '../challenges/second-step.ts';
import { hashSecretToken } from '../secret-token.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import type { User } from '../users/user.model.ts';
import { methodsOf } from './list-second-factors.ts';
import { createAssertionChallenge } from './passkey-challenge.ts';
import { verifyPasskey } from './verify-passkey.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

export function registerSecondStepRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getSecondStep, async ({ request }) => {
    const { user, expiresAt } = await getBegun(identity, request);
    return { methods: methodsOf(user), expiresAt: expiresAt.toISOString() };
  });
  route(contracts.createSecondStepChallenge, async ({ request }) => {
    const { user } = await getBegun(identity, request);
    return createAssertionChallenge(
      identity,
      challengeOfBrowser(identity, request, 'second-step-passkey'),
      user,
    );
  });
  route(contracts.completeSignIn, async ({ body, request, reply }) => {
    const { user } = await getBegun(identity, request);
    const challengeId = challengeOfBrowser(identity, request, 'second-step-passkey');
    await verifySecondFactor(identity, user, body, { request, challengeId });
    await takeChallenge(identity, challengeOfBrowser(identity, request, 'second-step'));
    const signedIn = await finishSignIn(identity, user, { request, reply }, ['password', body.method]);
    unmarkBrowser(identity, reply);
    return signedIn;
  });
  route(contracts.createPasskeySignInChallenge, ({ reply }) => {
    const browser = hashSecretToken(markBrowser(identity, reply));
    return createAssertionChallenge(identity, `passkey-sign-in ${browser}`, null);
  });
  route(contracts.signInWithPasskey, async ({ body: { credential }, request, reply }) => {
    const challenge = await takeChallenge(identity, challengeOfBrowser(identity, request, 'passkey-sign-in'));
    const user = await identity.users.findOne({ 'passkeys.credentialId': credential.id }).lean();
    if (!user) {
      throw new DomainError(
        'SECOND_FACTOR_INVALID',
        'We don’t know this passkey. Sign in with your password instead.',
      );
    }
    await verifyPasskey(identity, { user, credential, challenge, isAlone: true });
    const signedIn = await finishSignIn(identity, user, { request, reply }, ['passkey']);
    unmarkBrowser(identity, reply);
    return signedIn;
  });
}

/** The user whose password this browser has proven. @throws {DomainError} CHALLENGE_EXPIRED */
async function getBegun(
  identity: IdentityContext,
  request: FastifyRequest,
): Promise<{ user: User; expiresAt: Date }> {
  const begun = await getChallenge(identity, challengeOfBrowser(identity, request, 'second-step'));
  const user = await identity.users
    .findOne({ _id: begun.userId, sessionGeneration: begun.generation })
    .lean();
  if (!user) throw expired();
  return { user, expiresAt: begun.expiresAt };
}
