import type { Actor } from '@leadping/contracts/actor';
import { resolveSession } from '@leadping/contracts/identity/requests';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import type { ActorTokens } from '@leadping/service-kit/http/actor-token';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { parse } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** Who a cookie stands for, with the token that tells it to the services. */
export interface SignedIn {
  sessionId: string;
  actor: Actor;
  token: string;
}

export interface Sessions {
  carriesSession: (request: FastifyRequest) => boolean;
  /**
   * Who makes the request; null for nobody and for a session that is over.
   * @throws {DomainError} UNAVAILABLE while identity cannot be asked.
   */
  resolve: (request: FastifyRequest) => Promise<SignedIn | null>;
}

const KEPT_MS = 3000;
const MAX_ENTRIES = 20_000;
const MAX_TOKEN_LENGTH = 200;

interface Kept {
  answer: Promise<SignedIn | null>;
  until: number;
}

/** Asks identity who a session cookie stands for and keeps the answer for seconds, or until the session is said to have ended. */
export function openSessions(options: { bus: Bus; tokens: ActorTokens; cookieName: string }): Sessions {
  const { bus, tokens, cookieName } = options;
  const kept = new Map<string, Kept>();
  const cookieOf = new Map<string, string>();
  const ended = new Map<string, number>();

  bus.subscribe(sessionsEnded, ({ sessionIds }) => {
    for (const sessionId of sessionIds) {
      ended.set(sessionId, Date.now() + 2 * KEPT_MS);
      const cookie = cookieOf.get(sessionId);
      if (cookie !== undefined) kept.delete(cookie);
      cookieOf.delete(sessionId);
    }
  });

  const ask = async (cookie: string): Promise<SignedIn | null> => {
    const { session } = await bus.request(resolveSession, { token: cookie });
    // An answer may have been on its way while the session ended.
    if (!session || ended.has(session.sessionId)) return null;
    cookieOf.set(session.sessionId, cookie);
    return { ...session, token: await tokens.sign(session.actor) };
  };

  const forgetOld = () => {
    const now = Date.now();
    for (const [cookie, { until }] of kept) if (until <= now || kept.size > MAX_ENTRIES) kept.delete(cookie);
    for (const [sessionId, until] of ended) if (until <= now) ended.delete(sessionId);
    for (const [sessionId, cookie] of cookieOf) if (!kept.has(cookie)) cookieOf.delete(sessionId);
  };
  setInterval(forgetOld, KEPT_MS).unref();

  const sessionCookie = (request: FastifyRequest): string | undefined => {
    const { cookie } = request.headers;
    if (cookie === undefined || !cookie.includes(cookieName)) return undefined;
    return parse(cookie)[cookieName];
  };

  return {
    carriesSession: (request) => sessionCookie(request) !== undefined,
    resolve: async (request) => {
      const cookie = sessionCookie(request);
      if (cookie === undefined || cookie.length > MAX_TOKEN_LENGTH) return null;
      const found = kept.get(cookie);
      if (found && found.until > Date.now()) return found.answer;
      const answer = ask(cookie);
      kept.set(cookie, { answer, until: Date.now() + KEPT_MS });
      answer.catch(() => kept.delete(cookie));
      return answer;
    },
  };
}
