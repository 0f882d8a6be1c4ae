import type { Actor } from '@leadping/contracts/actor';
import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { ACTOR_HEADER } from '@leadping/service-kit/http/actor-token';
import { requireAccess } from '@leadping/service-kit/http/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairShare } from './fair-share.ts';
import type { CustomerSessions, Sessions, SignedIn } from './sessions.ts';

/** How a route accepts callers without a session. */
export interface Bearer {
  /** Finds the caller by the credentials of a request, such as a release token. Null without credentials. */
  bearerOf: (request: FastifyRequest) => Actor | null;
  sign: (actor: Actor) => Promise<string>;
}

/** Admits a caller by the credentials of the request. */
export function bearerGuard(contract: Route, { bearerOf, sign }: Bearer) {
  return async (request: FastifyRequest): Promise<void> => {
    const actor = bearerOf(request);
    if (!actor) return;
    requireAccess(contract, actor);
    request.headers[ACTOR_HEADER] = await sign(actor);
  };
}

/** Finds the customer by their own cookie. The sessions of users are not read. */
export function customerGuard(contract: Route, customers: CustomerSessions) {
  return async (request: FastifyRequest): Promise<void> => {
    const holder = await customers.resolve(request);
    if (!holder) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
    request.headers[ACTOR_HEADER] = await holder.tokenFor(contract.service);
  };
}

/** Finds the caller by the session, and checks the role and the reseller's share of active calls. */
export function sessionGuard(
  contract: Route,
  { sessions, fairShare }: { sessions: Sessions; fairShare: FairShare },
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.headers[ACTOR_HEADER] !== undefined) return done();
    const admit = (signedIn: SignedIn | null) => {
      try {
        requireAccess(contract, signedIn?.actor ?? null);
      } catch (error) {
        return done(error as Error);
      }
      if (!signedIn) return done();
      const forward = (token: string) => {
        request.headers[ACTOR_HEADER] = token;
        done(fairShare.admit(signedIn.actor, reply));
      };
      const token = signedIn.tokenFor(contract.service);
      if (typeof token === 'string') forward(token);
      else token.then(forward, done);
    };
    // Public routes continue without a caller if identity is unavailable.
    const fail = (error: Error) =>
      contract.access === 'anyone' && error instanceof DomainError ? done() : done(error);
    const signedIn = sessions.resolve(request, contract.freshSession !== undefined);
    if (signedIn instanceof Promise) signedIn.then(admit, fail);
    else admit(signedIn);
  };
}
