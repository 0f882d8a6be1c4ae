import type { Actor, Customer } from '@leadping/contracts/actor';
import type { findCustomerSession, findSession } from '@leadping/contracts/identity/requests';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { parseTraceparent, TRACE_HEADER } from '@leadping/service-kit/telemetry/trace-context';
import { parse } from 'cookie';
import type { ServiceName } from '@leadping/contracts/services';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { setTimeout } from 'node:timers/promises';
import { RetryBudget } from '../counting/retry-budget.ts';

/** The holder of a session, a user or a customer, with one identity token per service. */
export interface SignedIn<Holder = Actor> {
  sessionId: string;
  actor: Holder;
  /** Returns a promise only for the first request to a service. */
  tokenFor: (process: ServiceName) => string | Promise<string>;
}

export interface Sessions<Holder = Actor> {
  carriesSession: (request: FastifyRequest) => boolean;
  /**
   * Finds the user who makes the request. Null without a session or if the session has ended. Returns a promise only
   * if the reply is not cached.
   * @param isAnew bypasses the cache and asks identity, for calls that are worth a stolen session
   * @throws {DomainError} UNAVAILABLE if identity does not reply.
   */
  resolve: (
    request: FastifyRequest,
    isAnew?: boolean,
  ) => SignedIn<Holder> | null | Promise<SignedIn<Holder> | null>;
}

export type CustomerSessions = Sessions<Customer>;

const CACHE_MS = 3000;
const LOOK_UP_MS = 2000;
const RETRY_MS = 500;
const MAX_ENTRIES = 10_000;
const MAX_TOKEN_LENGTH = 200;
/** A single cookie whose value needs no decoding. */
const PLAIN_COOKIE = /^[\w-]+=[\w.-]+$/;

/** Identity's reply, or its promise while the request is pending. */
interface Entry<Holder> {
  signedIn: SignedIn<Holder> | null | Promise<SignedIn<Holder> | null>;
}

/** Asks identity for the holder of a session cookie. The reply is cached for seconds, or until the session ends. */
export function openSessions<Holder extends Actor | Customer>(options: {
  bus: Bus;
  cookieName: string;
  find: typeof findSession | typeof findCustomerSession;
  sign: (holder: Holder, process: ServiceName) => Promise<string>;
}): Sessions<Holder> {
  const { bus, cookieName, find, sign } = options;
  const cookieStart = `${cookieName}=`;
  const entries = new LRUCache<string, Entry<Holder>>({ max: MAX_ENTRIES, ttl: CACHE_MS });
  const cookieOf = new LRUCache<string, string>({ max: MAX_ENTRIES, ttl: 2 * CACHE_MS });
  const retries = new RetryBudget();
  const ended = new LRUCache<string, true>({ max: MAX_ENTRIES, ttl: 2 * CACHE_MS });

  bus.subscribe(sessionsEnded, ({ sessionIds }) => {
    for (const sessionId of sessionIds) {
      ended.set(sessionId, true);
      const cookie = cookieOf.get(sessionId);
      if (cookie !== undefined) entries.delete(cookie);
    }
  });

  const request = async (
    cookie: string,
    traceparent: string | undefined,
  ): Promise<SignedIn<Holder> | null> => {
    const cookieHash = hashSecretToken(cookie);
    const { session } = await firstReply(
      (timeoutMs) => bus.request(find as typeof findSession, { cookieHash }, { traceparent, timeoutMs }),
      retries,
    );
    // The session may have ended while the reply was on its way.
    if (!session || ended.has(session.sessionId)) return null;
    cookieOf.set(session.sessionId, cookie);
    // Each kind of session has its own request, whose reply has the holder of that kind.
    const actor = session.actor as Holder;
    return { sessionId: session.sessionId, actor, tokenFor: tokensOf(sign, actor) };
  };

  const sessionCookie = ({ headers: { cookie } }: FastifyRequest): string | undefined => {
    if (cookie === undefined || !cookie.includes(cookieName)) return undefined;
    // Most requests carry only this cookie.
    if (cookie.startsWith(cookieStart) && PLAIN_COOKIE.test(cookie)) return cookie.slice(cookieStart.length);
    return parse(cookie)[cookieName];
  };

  return {
    carriesSession: (request) => sessionCookie(request) !== undefined,
    resolve: (incoming, isAnew = false) => {
      const cookie = sessionCookie(incoming);
      if (cookie === undefined || cookie.length > MAX_TOKEN_LENGTH) return null;
      const cached = entries.get(cookie);
      if (cached && !isAnew) return cached.signedIn;
      const pending = request(cookie, parseTraceparent(incoming.headers[TRACE_HEADER]));
      const entry: Entry<Holder> = { signedIn: pending };
      entries.set(cookie, entry);
      pending.then(
        (signedIn) => (entry.signedIn = signedIn),
        () => entries.delete(cookie),
      );
      return pending;
    },
  };
}

/**
 * NATS keeps sending requests to an instance that hangs until it is disconnected, so ask again: another instance may
 * reply.
 */
async function firstReply<T>(send: (timeoutMs: number) => Promise<T>, retries: RetryBudget): Promise<T> {
  retries.save();
  const first = send(LOOK_UP_MS);
  const sent = [first];
  for (let leftMs = LOOK_UP_MS - RETRY_MS; ; leftMs -= RETRY_MS) {
    const settled = Promise.any(sent);
    const isLate = await Promise.race([
      settled.then(inTime, inTime),
      setTimeout(RETRY_MS, true, { ref: false }),
    ]);
    if (!isLate || leftMs <= 0 || !retries.spend()) return settled.catch(() => first);
    sent.push(send(leftMs));
  }
}

const inTime = () => false;

function tokensOf<Holder>(
  sign: (holder: Holder, process: ServiceName) => Promise<string>,
  holder: Holder,
): SignedIn['tokenFor'] {
  const signed = new Map<ServiceName, string>();
  return (process) =>
    signed.get(process) ??
    sign(holder, process).then((token) => {
      signed.set(process, token);
      return token;
    });
}
