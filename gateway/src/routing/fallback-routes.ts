import type { Route } from '@leadping/contracts/route';
import { patternKey } from '@leadping/contracts/route-match';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Replies to preflights of routes that any origin may call, with 405 to methods that a known path does not support,
 * and with 404 to all other paths under /api.
 */
export function registerFallbackRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  const known = new Map<string, { path: string; methods: Set<string> }>();
  for (const { path, method, cors, bodyType } of routes) {
    const key = patternKey(path);
    const entry = known.get(key) ?? { path, methods: new Set() };
    entry.methods.add(method);
    if (cors) entry.methods.add('OPTIONS');
    // A form's route redirects those who open its address.
    if (bodyType === 'form') entry.methods.add('GET');
    known.set(key, entry);
  }
  void app.register((scope, _options, done) => {
    // Error replies need no body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    for (const { path, methods } of known.values()) {
      const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ');
      if (methods.has('OPTIONS')) answerPreflight(scope, path, allow);
      scope.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url: path,
        exposeHeadRoute: false,
        handler: (request, reply) => {
          void reply.header('allow', allow);
          throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not a method of this path.`);
        },
      });
    }
    scope.all('/api/*', (request) => {
      throw new DomainError('NOT_FOUND', `No route ${request.method} ${request.url.split('?', 1)[0]}`);
    });
    done();
  });
}

const PREFLIGHT_SECONDS = 24 * 3600;

/** A browser asks first whether another site may send JSON (Fetch, CORS preflight). */
function answerPreflight(scope: FastifyInstance, path: string, allow: string): void {
  scope.options(path, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allow,
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      })
      .send(),
  );
}
