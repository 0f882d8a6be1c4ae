import { BRAND } from '@leadping/contracts/brand';
import type { Route } from '@leadping/contracts/route';
import { ACTOR_HEADER } from '@leadping/service-kit/http/actor-token';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import { ownOriginGuard } from '../guards/own-origin.ts';
import { buildLimit } from '../guards/rate-limit.ts';
import type { Sessions } from '../guards/sessions.ts';
import type { Hosts } from '../http/hosts.ts';

export interface Guards {
  database: Connection;
  hosts: Hosts;
  sessions: Sessions;
}

/** Takes away the headers that only the gateway may set, before anything reads them. */
export function stripInternalHeaders(request: FastifyRequest): void {
  for (const name in request.headers) {
    if (name.startsWith(BRAND.headerPrefix)) delete request.headers[name];
  }
}

/** Puts before a route what its contract asks for: own origin, rate limit, and who is signed in. */
export function guardRoute(scope: FastifyInstance, contract: Route, guards: Guards): void {
  const { sessions } = guards;
  const refuseForeign = ownOriginGuard(contract, guards.hosts, sessions.carriesSession);
  if (refuseForeign) {
    scope.addHook('onRequest', (request, _reply, done) => done(refuseForeign(request)));
  }
  if (contract.limit) {
    const limit = buildLimit(contract, contract.limit, guards.database);
    // A limit that reads the body has to wait for it.
    scope.addHook(contract.limit.field === undefined ? 'onRequest' : 'preHandler', limit);
  }
  if (contract.access === 'credentials') return;
  scope.addHook('preHandler', async (request) => {
    if (!sessions.carriesSession(request)) return;
    try {
      const signedIn = await sessions.resolve(request);
      if (signedIn) request.headers[ACTOR_HEADER] = signedIn.token;
    } catch (error) {
      // What anyone may do needs nobody to be known.
      if (contract.access !== 'anyone' || !(error instanceof DomainError)) throw error;
    }
  });
}
