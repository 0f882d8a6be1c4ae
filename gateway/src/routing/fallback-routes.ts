import type { Route } from '@leadping/contracts/route';
import { patternKey } from '@leadping/contracts/route-match';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers 405 on the methods that a known path does not take, and 404 on everything else under /api. */
export function registerFallbackRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  const known = new Map<string, { path: string; methods: Set<string> }>();
  for (const { path, method } of routes) {
    const key = patternKey(path);
    const entry = known.get(key) ?? { path, methods: new Set() };
    entry.methods.add(method);
    known.set(key, entry);
  }
  void app.register((scope, _options, done) => {
    // A refusal reads no body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    for (const { path, methods } of known.values()) {
      const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ');
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
