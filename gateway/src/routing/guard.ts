import type { Actor } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import type { Route } from '@leadping/contracts/route';
import { ACTOR_HEADER } from '@leadping/service-kit/http/actor-token';
import { DomainError } from '@leadping/service-kit/domain-error';
import { requireAccess } from '@leadping/service-kit/http/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import type { FairShare } from '../guards/fair-share.ts';
import type { Overload } from '../guards/overload.ts';
import { ownOriginGuard, type IsTenant } from '../guards/own-origin.ts';
import type { KnownBrowsers } from '../guards/known-browsers.ts';
import { buildLimits } from '../guards/rate-limit.ts';
import type { Sessions, SignedIn } from '../guards/sessions.ts';
import type { Hosts } from '../http/hosts.ts';

export interface Guards {
  database: Connection;
  hosts: Hosts;
  isTenant: IsTenant;
  sessions: Sessions;
  browsers: KnownBrowsers;
  overload: Overload;
  fairShare: FairShare;
}

/** Removes headers that only the gateway may set, before other code reads them. */
export function stripInternalHeaders(request: FastifyRequest): void {
  for (const name in request.headers) {
    if (name.startsWith(BRAND.headerPrefix)) delete request.headers[name];
  }
}

/**
 * Finds the caller of a request without a session from its credentials, such as a release token. Null without
 * credentials.
 */
export type BearerOf = (request: FastifyRequest) => Actor | null;

/**
 * Adds the checks of a contract before its route: own origin, rate limit, caller and role. All of them run before the
 * body is read, so that unauthorized callers cannot fill the memory.
 */
export function guardRoute(
  scope: FastifyInstance,
  contract: Route,
  guards: Guards,
  bearer?: { bearerOf: BearerOf; sign: (actor: Actor) => Promise<string> },
): void {
  const { sessions, overload, fairShare } = guards;
  const isFirst = contract.priority === 'first';
  scope.addHook('onRequest', (_request, _reply, done) => done(overload.errorFor(isFirst)));
  const refuseForeign = ownOriginGuard(contract, guards, sessions.carriesSession);
  if (refuseForeign) {
    scope.addHook('onRequest', (request, _reply, done) => refuseForeign(request, done));
  }
  if (contract.limit) {
    if (contract.limit.knownBrowsers) scope.addHook('onRequest', guards.browsers.look);
    const { onRequest, preHandler } = buildLimits(contract, contract.limit, guards);
    scope.addHook('onRequest', onRequest);
    // A limit that reads the body has to run later.
    if (preHandler) scope.addHook('preHandler', preHandler);
  }
  if (contract.access === 'credentials') return;
  if (bearer) {
    scope.addHook('onRequest', async (request) => {
      const actor = bearer.bearerOf(request);
      if (!actor) return;
      requireAccess(contract, actor);
      request.headers[ACTOR_HEADER] = await bearer.sign(actor);
    });
  }
  scope.addHook('onRequest', (request, reply, done) => {
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
  });
}
