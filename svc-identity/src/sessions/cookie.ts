import type { Route } from '@leadping/contracts/route';
import type { HandlerContext } from '@leadping/service-kit/http/routes';
import { sessionCookieName } from '@leadping/service-kit/http/session-cookie';
import type { IdentityContext } from '../context.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { User } from '../users/user.model.ts';
import { endSession } from './end-sessions.ts';
import { sessionLifetime } from './lifetime.ts';
import { startSession } from './start-session.ts';

export type Exchange = Pick<HandlerContext<Route>, 'request' | 'reply'>;

/**
 * Signs in with a new session in a new cookie. The request's previous session ends, because a stranger may have planted
 * it.
 * @param proof.hasSecondFactor whether more than the password was proven
 */
export async function openSession(
  identity: IdentityContext,
  user: User,
  { request, reply }: Exchange,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<void> {
  const token = await startSession(identity, user, {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    hasSecondFactor,
  });
  // The previous session ends only after the new one is stored, so that a user stays signed in if the database fails.
  const given = sessionToken(identity, request);
  if (given !== undefined) await endSession(identity, given);
  void reply.setCookie(sessionCookieName(identity.config.NODE_ENV), token, {
    ...attributes(identity),
    maxAge: sessionLifetime(user.role) / 1000,
  });
}

export async function closeSession(identity: IdentityContext, { request, reply }: Exchange): Promise<void> {
  const token = sessionToken(identity, request);
  if (token !== undefined) await endSession(identity, token);
  void reply.clearCookie(sessionCookieName(identity.config.NODE_ENV), attributes(identity));
}

/** The id of the request's session; null without a session. */
export function currentSessionId(identity: IdentityContext, request: Exchange['request']): string | null {
  const token = sessionToken(identity, request);
  return token === undefined ? null : hashSecretToken(token);
}

/** Key under which the failed attempts of a session are counted. */
export const sessionSource = (identity: IdentityContext, request: Exchange['request']) =>
  `session ${currentSessionId(identity, request) ?? ''}`;

function sessionToken({ config }: IdentityContext, request: Exchange['request']): string | undefined {
  return request.cookies[sessionCookieName(config.NODE_ENV)];
}

function attributes({ config }: IdentityContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: config.NODE_ENV === 'production' } as const;
}
