import type { Actor } from '@leadping/contracts/actor';
import type { Route } from '@leadping/contracts/route';
import type { AuditTrail } from '@leadping/service-kit/audit/audit-trail';
import type { ActorTokens } from '@leadping/service-kit/http/actor-token';
import { inScope } from '@leadping/service-kit/http/in-scope';
import { routeRegistrar, type RegisterRoute } from '@leadping/service-kit/http/routes';
import type { FastifyInstance } from 'fastify';
import { apiSecurityHeaders } from '../http/security-headers.ts';
import { requireCall, type Publisher, type Publishers } from '../releases/release-tokens.ts';
import { guardRoute, type GuardParts } from './guard.ts';

/** Registers routes that the gateway serves itself, with the same guards as proxied routes. */
export function ownRoutes(
  app: FastifyInstance,
  options: GuardParts & {
    tokens: ActorTokens;
    publishers: Publishers;
    audit: AuditTrail;
    isProduction: boolean;
  },
): RegisterRoute {
  const { tokens, publishers, audit } = options;
  const security = Object.fromEntries(apiSecurityHeaders(options.isProduction));
  const bearerFor = (contract: Route) => ({
    bearerOf: (request: Parameters<Publishers['bearerOf']>[0]) => {
      const publisher = publishers.bearerOf(request);
      if (publisher) requireCall(publisher, contract);
      return publisher && actorOf(publisher);
    },
    sign: (actor: Actor) => tokens.sign(actor, 'gateway'),
  });
  return (contract, handler) => {
    inScope(app, contract, (scope) => {
      scope.addHook('onRequest', (_request, reply, next) => {
        void reply.headers(security);
        next();
      });
      guardRoute(scope, contract, options, contract.access === 'publisher' ? bearerFor(contract) : undefined);
      routeRegistrar(scope, tokens, undefined, audit)(contract, handler);
    });
  };
}

/** A release token acts as an admin, but only on the registry's routes. */
const actorOf = ({ name }: Publisher) => ({
  userId: 'release-token',
  username: name,
  email: '',
  role: 'admin' as const,
  resellerId: null,
  signedInAt: Date.now(),
  isFresh: true as const,
});
