import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { expired, getChallenge, takeChallenge, type ChallengeId } from '../challenges/challenges.ts';
import { countAttempt, forgetAttemptsFrom } from '../sessions/sign-in-attempts.ts';
import type { User } from '../users/user.model.ts';
import { stepOfCode } from './authenticator-code.ts';
import { changeSecondFactors } from './change-second-factors.ts';

/**
 * A code proves that the app has the secret; a mistyped one may be typed again.
 * @throws {DomainError} CHALLENGE_EXPIRED, SECOND_FACTOR_INVALID, RATE_LIMITED, CONFLICT
 */
export async function confirmAuthenticator(
  identity: IdentityContext,
  user: User,
  { code, challengeId, source }: { code: string; challengeId: ChallengeId; source: string },
) {
  const { userId, sealedSecret } = await getChallenge(identity, challengeId);
  if (sealedSecret === undefined || !userId?.equals(user._id)) throw expired();
  const account = `authenticator of ${user._id.toHexString()}`;
  await countAttempt(identity, account, source);
  const step = stepOfCode(identity, user._id, { sealedSecret, code });
  if (step === null) {
    throw new DomainError(
      'SECOND_FACTOR_INVALID',
      'This code is wrong. Please enter the one the app shows now.',
    );
  }
  await forgetAttemptsFrom(identity, account, source);
  await takeChallenge(identity, challengeId);
  if (user.authenticator) throw new DomainError('CONFLICT', 'There is an authenticator app already.');
  return changeSecondFactors(identity, user, {
    change: 'authenticator-added',
    next: { authenticator: { sealedSecret, lastUsedStep: step, createdAt: new Date() } },
  });
}
