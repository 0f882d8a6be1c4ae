import { BRAND } from '@leadping/contracts/brand';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type onResponseHookHandler,
} from 'fastify';
import { installErrorReply, sendError } from './error-reply.ts';
import { parseJson } from './parse-json.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { requestLog } from './request-log.ts';
import { trustedProxies } from './trusted-proxies.ts';

/**
 * On a reply of a process that is closing. `connection: close` says less: Fastify ends the connection of any body that it cannot read,
 * so that who sends one could call a process closed.
 */
export const CLOSING_HEADER = `${BRAND.headerPrefix}closing`;

/** Probes and scrapes come until the end. */
const OPERATORS_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Says whether traffic may come, and if not, why. */
export type Readiness = () => Promise<{ ready: boolean; checks: Record<string, boolean> }>;

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  /** False once the process is closing: each connection then ends with its reply. */
  isOpen?: () => boolean;
  /** Called for each request of somebody who has not noticed yet that the process is closing. */
  onLateRequest?: () => void;
  /** Where the metrics are served instead of here, for the operators' network alone. */
  metricsAddress?: { host: string; port: number | undefined };
  /** Addresses and networks of the proxies that say from where a request came; without them nobody is believed. */
  trustProxy?: string[] | false;
  /** For the public process: rewrites an address, replies to what is no request. */
  server?: {
    rewriteUrl?: (request: IncomingMessage) => string;
    clientErrorHandler?: (error: NodeJS.ErrnoException, socket: Socket) => void;
    http?: { requireHostHeader?: boolean; maxHeaderSize?: number };
  };
  /** Awaited before the error reply to a body that is too large. */
  beforeTooLarge?: (request: FastifyRequest) => Promise<void>;
  readiness: Readiness;
  /** Strangers reach it: `/readyz` says ready or not, and only the operators' port says why. */
  isPublic?: true;
}

/** Fastify as every process uses it: request ids, one error shape, metrics, health. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { log, metrics, metricsAddress, readiness } = options;
  const app = fastify({
    loggerInstance: log,
    // One line for each request costs a quarter of the throughput; failures are logged with their error reply.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, _options, request) => requestLog(logger, bindings, request),
    ...options.server,
    trustProxy: trustedProxies(options.trustProxy || []),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // Without this a URL that cannot be decoded gets an error reply in Fastify's own shape.
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A call on a connection that is still open is served: who sent it may not know yet that this process closes.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;

  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) return done(invalidJson());
    try {
      done(null, parseJson(body as string));
    } catch {
      done(invalidJson());
    }
  });
  installErrorReply(app, options.beforeTooLarge);

  app.addHook('onRequest', (request, reply, done) => {
    if (options.isOpen?.() !== false) return done();
    reply.raw.shouldKeepAlive = false;
    void reply.header(CLOSING_HEADER, '1');
    if (!OPERATORS_PATHS.has(request.url)) options.onLateRequest?.();
    done();
  });
  measureRequests(app, metrics);
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('x-request-id', request.id);
    done(null, payload);
  });

  metrics.measure('ready', 'Whether traffic may come, as at /readyz', async () => {
    const { ready } = await readiness();
    return ready ? 1 : 0;
  });
  registerHealth(app, readiness, options.isPublic);
  if (metricsAddress === undefined) registerMetrics(app, metrics.registry);
  else if (metricsAddress.port !== undefined) {
    const { host, port } = metricsAddress;
    const apart = buildOperatorsApp(readiness, metrics.registry);
    app.addHook('onReady', async () => {
      await apart.listen({ host, port });
    });
    app.addHook('onClose', () => apart.close());
  }
  return app;
}

/**
 * Each route has its labels from the moment it is registered: `request.routeOptions` makes an object of thirteen fields
 * for every reply, which was a seventh of the gateway's CPU a request.
 */
function measureRequests(app: FastifyInstance, { requestSeconds }: Metrics): void {
  const measure = (route: string): onResponseHookHandler =>
    function measured(request, reply, done) {
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      requestSeconds.observe(labels, reply.elapsedTime / 1000);
      done();
    };
  app.addHook('onRoute', (route) => {
    route.onResponse = [measure(route.url), ...[route.onResponse ?? []].flat()];
  });
  const measureUnknown = measure('none');
  app.addHook('onResponse', function unknown(request, reply, done) {
    if (request.is404) measureUnknown.call(this, request, reply, done);
    else done();
  });
}

const invalidJson = () => Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 });

function registerHealth(app: FastifyInstance, readiness: Readiness, isPublic = false): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await readiness();
    void reply.status(ready ? 200 : 503);
    return isPublic ? { status: ready ? 'ready' : 'not ready' } : { status: statusOf(ready, checks), checks };
  });
}

/** `degraded`: it takes traffic and serves what needs nothing that is down. */
function statusOf(ready: boolean, checks: Record<string, boolean>): 'ready' | 'degraded' | 'not ready' {
  if (!ready) return 'not ready';
  return Object.values(checks).every(Boolean) ? 'ready' : 'degraded';
}

/** What a scrape reads: of one process, or the sum of several. */
interface Figures {
  contentType: string;
  metrics: () => Promise<string>;
}

/** Health and metrics apart from everything else, for the operators' network. */
export function buildOperatorsApp(readiness: Readiness, figures: Figures): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  registerHealth(app, readiness);
  registerMetrics(app, figures);
  return app;
}

function registerMetrics(app: FastifyInstance, figures: Figures): void {
  app.get('/metrics', async (_request, reply) =>
    reply.type(figures.contentType).send(await figures.metrics()),
  );
}
