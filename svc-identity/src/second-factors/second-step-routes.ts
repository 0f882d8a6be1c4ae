import * as contracts from '@leadping/contracts/identity/second-step-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { challengeOfBrowser, getSecondStep, markBrowser } from '../challenges/second-step.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { completeSignIn } from './complete-sign-in.ts';
import { methodsOf } from './list-second-factors.ts';
import { createAssertionChallenge } from './passkey-challenge.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

export function registerSecondStepRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getSecondStep, async ({ request }) => {
    const { user, expiresAt } = await getSecondStep(identity, request);
    return { methods: methodsOf(user), expiresAt: expiresAt.toISOString() };
  });
  route(contracts.createSecondStepChallenge, async ({ request }) => {
    const { user } = await getSecondStep(identity, request);
    return createAssertionChallenge(
      identity,
      challengeOfBrowser(identity, request, 'second-step-passkey'),
      user,
    );
  });
  route(contracts.completeSignIn, ({ body, ...exchange }) => completeSignIn(identity, body, exchange));
  route(contracts.createPasskeySignInChallenge, ({ reply }) => {
    const browser = hashSecretToken(markBrowser(identity, reply));
    return createAssertionChallenge(identity, `passkey-sign-in ${browser}`, null);
  });
  route(contracts.signInWithPasskey, ({ body, ...exchange }) =>
    signInWithPasskey(identity, body.credential, exchange),
  );
}
