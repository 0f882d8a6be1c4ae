import { ACTOR_HEADER, type ActorTokens } from '@leadping/service-kit/http/actor-token';
import { routeRegistrar, type RegisterRoute } from '@leadping/service-kit/http/routes';
import type { FastifyInstance } from 'fastify';
import { apiSecurityHeaders } from '../http/security-headers.ts';
import type { Publisher, Publishers } from '../releases/release-tokens.ts';
import { guardRoute, type Guards } from './guard.ts';

const RELEASES = '/api/admin/releases';

/** Registers calls that the gateway answers itself, behind the same guards as those of the services. */
export function ownRoutes(
  app: FastifyInstance,
  options: Guards & { tokens: ActorTokens; publishers: Publishers; isProduction: boolean },
): RegisterRoute {
  const { tokens, publishers } = options;
  const security = Object.fromEntries(apiSecurityHeaders(options.isProduction));
  return (contract, handler) => {
    void app.register((scope, _options, done) => {
      scope.addHook('onRequest', (_request, reply, next) => {
        void reply.headers(security);
        next();
      });
      guardRoute(scope, contract, options);
      if (contract.path.startsWith(RELEASES)) {
        scope.addHook('preHandler', async (request) => {
          const publisher = publishers.bearerOf(request);
          if (publisher) request.headers[ACTOR_HEADER] = await tokens.sign(actorOf(publisher));
        });
      }
      routeRegistrar(scope, tokens)(contract, handler);
      done();
    });
  };
}

/** A release token stands for an admin, in the registry's routes and nowhere else. */
const actorOf = ({ name }: Publisher) => ({
  userId: 'release-token',
  username: name,
  email: '',
  role: 'admin' as const,
  resellerId: null,
  signedInAt: Date.now(),
});
