import type { SecondFactorProof } from '@leadping/contracts/identity/second-step-routes';
import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import type { IdentityContext } from '../context.ts';
import { takeChallenge } from '../challenges/challenges.ts';
import { challengeOfBrowser, getSecondStep, unmarkBrowser } from '../challenges/second-step.ts';
import { attemptSource } from '../sessions/attempt-source.ts';
import type { Exchange } from '../sessions/cookie.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

/** The second step, after the password. @throws {DomainError} SECOND_FACTOR_INVALID, CHALLENGE_EXPIRED, RATE_LIMITED */
export async function completeSignIn(
  identity: IdentityContext,
  proof: SecondFactorProof,
  { request, reply }: Exchange,
): Promise<UserReply> {
  const { user } = await getSecondStep(identity, request);
  const challengeId = challengeOfBrowser(identity, request, 'second-step-passkey');
  // The caller knows the password. All browsers from which the account never signed in share one pause.
  const tried = attemptSource(identity, user, request);
  const source = tried.startsWith('device ') ? tried : 'other browsers';
  await verifySecondFactor(identity, user, proof, { request, challengeId, source });
  await takeChallenge(identity, challengeOfBrowser(identity, request, 'second-step'));
  const signedIn = await finishSignIn(identity, user, { request, reply }, ['password', proof.method]);
  unmarkBrowser(identity, reply);
  return signedIn;
}
