import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';
import { sessionEnd } from './lifetime.ts';

const MAX_USER_AGENT = 300;

/** @returns the token for the cookie; only its hash is kept. */
export async function startSession(
  { sessions, clock }: IdentityContext,
  user: User,
  { address, userAgent, hasSecondFactor }: { address: string; userAgent: string; hasSecondFactor: boolean },
): Promise<string> {
  const token = createSecretToken();
  const signedInAt = new Date(clock.now());
  await sessions.create({
    _id: hashSecretToken(token),
    userId: user._id,
    generation: user.sessionGeneration,
    signedInAt,
    hasSecondFactor,
    address,
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
    expiresAt: sessionEnd(signedInAt, user.role),
  });
  return token;
}
