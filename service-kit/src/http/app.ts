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
 * Marks replies of a process that is closing. `connection: close` is not sufficient: Fastify also closes the connection
 * after an unreadable body, so that any sender could make a process look closed.
 */
export const CLOSING_HEADER = `${BRAND.headerPrefix}closing`;

/** Probes and scrapes are answered until the end. */
const OPERATORS_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Reports whether the process can take traffic, and if not, why. */
export type Readiness = () => Promise<{ ready: boolean; checks: Record<string, boolean> }>;

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  /** False once the process is closing. Each connection then ends with its reply. */
  isOpen?: () => boolean;
  /** Called for each request that arrives while the process is closing. */
  onLateRequest?: () => void;
  /** Serves the metrics at this address instead, for the operators' network only. */
  metricsAddress?: { host: string; port: number | undefined };
  /**
   * Addresses and networks of proxies whose forwarded address is trusted. Without any, the forwarded address is
   * ignored.
   */
  trustProxy?: string[] | false;
  /** For the public process: rewrites URLs and replies to malformed requests. */
  server?: {
    rewriteUrl?: (request: IncomingMessage) => string;
    clientErrorHandler?: (error: NodeJS.ErrnoException, socket: Socket) => void;
    http?: { requireHostHeader?: boolean; maxHeaderSize?: number };
  };
  /** Awaited before the error reply to a body that is too large. */
  beforeTooLarge?: (request: FastifyRequest) => Promise<void>;
  readiness: Readiness;
  /** The process is public: `/readyz` only reports ready or not, and the operators' port reports the reasons. */
  isPublic?: true;
}

/** Fastify as every process uses it, with request ids, one error shape, metrics and health checks. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { log, metrics, metricsAddress, readiness } = options;
  const app = fastify({
    loggerInstance: log,
    // A log line for each request costs a quarter of the throughput. Failures are logged with their error reply.
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
    // A request on an open connection is served, because its sender may not know yet that this process is closing.
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
 * Sets the labels when a route is registered. `request.routeOptions` creates an object of thirteen fields for every
 * reply, which was a seventh of the gateway's CPU time per request.
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

/** `degraded`: it takes traffic, but functions that depend on a failed part do not work. */
function statusOf(ready: boolean, checks: Record<string, boolean>): 'ready' | 'degraded' | 'not ready' {
  if (!ready) return 'not ready';
  return Object.values(checks).every(Boolean) ? 'ready' : 'degraded';
}

/** The source of a scrape: one process, or the sum of several. */
interface Figures {
  contentType: string;
  metrics: () => Promise<string>;
}

/** Serves only health and metrics, for the operators' network. */
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
