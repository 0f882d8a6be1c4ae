import type { SecondFactorProof } from '@leadping/contracts/identity/second-step-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '../context.ts';
import { takeChallenge, type ChallengeId } from '../challenges/challenges.ts';
import { countAttempt, forgetAttemptsFrom } from '../sessions/sign-in-attempts.ts';
import { auditOwner } from '../users/audit-owner.ts';
import type { User } from '../users/user.model.ts';
import { useCode } from './authenticator-code.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { verifyPasskey } from './verify-passkey.ts';

/**
 * @param use.source whose wrong codes are counted together
 * @throws {DomainError} SECOND_FACTOR_INVALID, CHALLENGE_EXPIRED, RATE_LIMITED
 */
export async function verifySecondFactor(
  identity: IdentityContext,
  user: User,
  proof: SecondFactorProof,
  { request, challengeId, source }: { request: FastifyRequest; challengeId: ChallengeId; source: string },
): Promise<void> {
  if (proof.method === 'passkey') {
    const challenge = await takeChallenge(identity, challengeId);
    return verifyPasskey(identity, { user, credential: proof.credential, challenge, isAlone: false });
  }
  const { code } = proof;
  if (proof.method === 'authenticator')
    return countCode(identity, user, source, () => useCode(identity, user, code));
  await auditOwner(identity, user, { request, summary: 'Uses up a recovery code' }, async () => {
    await countCode(identity, user, source, () => useRecoveryCode(identity, user, code));
    const codesLeft = user.recoveryCodes?.length ?? 0;
    recordChange({ before: { codesLeft }, after: { codesLeft: codesLeft - 1 } });
  });
}

/** Six digits can be guessed with enough attempts, so pauses grow as for passwords. */
async function countCode(
  identity: IdentityContext,
  user: User,
  source: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const account = `second factor of ${user._id.toHexString()}`;
  await countAttempt(identity, account, source);
  if (await isRight()) return forgetAttemptsFrom(identity, account, source);
  identity.record({
    level: 'warning',
    category: 'auth',
    message: 'Second factor refused',
    nextStep: 'If many follow, somebody may know the password. Ask the user to change it.',
    data: { username: user.username },
  });
  throw new DomainError(
    'SECOND_FACTOR_INVALID',
    'This code is wrong or was used already. Please try another one.',
  );
}
