import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityContext } from '../context.ts';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { User } from '../users/user.model.ts';
import { CHALLENGE_SECONDS, expired, getChallenge, saveChallenge, type ChallengeId } from './challenges.ts';

type BrowserPurpose = 'second-step' | 'second-step-passkey' | 'passkey-sign-in';

/**
 * Remembers for this browser that the password was right, and nothing more: it opens no call.
 * @throws {DomainError} SECOND_FACTOR_REQUIRED always, so that the first step never reads as a sign-in.
 */
export async function beginSecondStep(
  identity: IdentityContext,
  user: User,
  reply: FastifyReply,
): Promise<never> {
  const token = markBrowser(identity, reply);
  await saveChallenge(identity, `second-step ${hashSecretToken(token)}`, {
    userId: user._id,
    generation: user.sessionGeneration,
  });
  throw new DomainError('SECOND_FACTOR_REQUIRED', 'Please confirm your sign-in with your second factor.');
}

/** The user whose password this browser has proven. @throws {DomainError} CHALLENGE_EXPIRED */
export async function getSecondStep(
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

/** Binds this browser's challenges to it by a cookie. @returns the token in the cookie */
export function markBrowser({ config }: Pick<IdentityContext, 'config'>, reply: FastifyReply): string {
  const token = createSecretToken();
  void reply.setCookie(cookieName(config.NODE_ENV), token, {
    ...attributes(config),
    maxAge: CHALLENGE_SECONDS,
  });
  return token;
}

export function unmarkBrowser({ config }: Pick<IdentityContext, 'config'>, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config.NODE_ENV), attributes(config));
}

/** @throws {DomainError} CHALLENGE_EXPIRED for a browser that has begun nothing. */
export function challengeOfBrowser(
  { config }: Pick<IdentityContext, 'config'>,
  request: FastifyRequest,
  purpose: BrowserPurpose,
): ChallengeId {
  const token = request.cookies[cookieName(config.NODE_ENV)];
  if (token === undefined) throw expired();
  return `${purpose} ${hashSecretToken(token)}`;
}

function attributes({ NODE_ENV }: IdentityContext['config']) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: NODE_ENV === 'production' } as const;
}

function cookieName(nodeEnv: IdentityContext['config']['NODE_ENV']): string {
  return nodeEnv === 'production' ? '__Host-sign-in' : 'sign-in';
}
