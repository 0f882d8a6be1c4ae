import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import type { PasskeyAssertion } from '@leadping/contracts/identity/webauthn';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { takeChallenge } from '../challenges/challenges.ts';
import { challengeOfBrowser, unmarkBrowser } from '../challenges/second-step.ts';
import type { Exchange } from '../sessions/cookie.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Without user name or password. @throws {DomainError} SECOND_FACTOR_INVALID, CHALLENGE_EXPIRED */
export async function signInWithPasskey(
  identity: IdentityContext,
  credential: PasskeyAssertion,
  { request, reply }: Exchange,
): Promise<UserReply> {
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
}
