import { DEFAULT_BODY_LIMIT, type Route } from '@leadping/contracts/route';
import { ACTOR_HEADER } from '@leadping/service-kit/http/actor-token';
import { inScope } from '@leadping/service-kit/http/in-scope';
import { allowAnyOrigin } from '@leadping/service-kit/http/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { forward } from '../proxy/forward.ts';
import { forwardedHeaders } from '../proxy/headers.ts';
import { announcesExcess, limitedUpload, tooLarge } from '../proxy/upload.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import { guardRoute, type GuardParts } from './guard.ts';

/** Registers a route that a service serves. */
export function registerProxied(
  app: FastifyInstance,
  contract: Route,
  options: GuardParts & { upstreams: Upstreams; isProduction: boolean },
): void {
  const { service } = contract;
  if (service === 'gateway') throw new Error(`${contract.path} is the gateway's own`);
  const balancer = options.upstreams.balancerOf(service);
  const withCookies = contract.setsCookies === true;
  const limit = contract.bodyLimit ?? DEFAULT_BODY_LIMIT;
  inScope(app, contract, (scope) => {
    // For the gateway's own errors. The service sets this header on its replies.
    if (contract.cors) allowAnyOrigin(scope);
    acceptBody(scope, contract, limit);
    guardRoute(scope, contract, options);
    scope.route({
      method: contract.method,
      url: contract.path,
      bodyLimit: limit,
      handler: (request, reply) => {
        const headers = forwardedHeaders(request.headers, { withCookies });
        addInternalHeaders(headers, request);
        forward(request, reply, {
          balancer,
          contract,
          headers,
          body: request.body as Buffer | Readable | undefined,
          isProduction: options.isProduction,
        });
      },
    });
  });
}

/** Accepts JSON as raw bytes, so that signatures stay valid, and uploads as streams. Other types are refused. */
function acceptBody(scope: FastifyInstance, contract: Route, limit: number): void {
  scope.removeAllContentTypeParsers();
  if (contract.bodyType === 'multipart') {
    scope.addContentTypeParser('multipart/form-data', (request, payload, done) => {
      if (announcesExcess(request.headers['content-length'], limit)) done(tooLarge());
      else done(null, limitedUpload(payload, limit));
    });
    return;
  }
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}

/** Sets these headers for each request. The client's values were dropped, except those from a trusted proxy. */
function addInternalHeaders(headers: Record<string, string | string[]>, request: FastifyRequest): void {
  headers['x-request-id'] = request.id;
  headers['x-forwarded-for'] = request.ip;
  headers['x-forwarded-proto'] = request.protocol;
  headers['x-forwarded-host'] = request.host;
  const actor = request.headers[ACTOR_HEADER];
  if (actor !== undefined) headers[ACTOR_HEADER] = actor;
}
