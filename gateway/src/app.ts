import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { auditTrail } from '@leadping/service-kit/audit/audit-trail';
import { buildFailpoint } from '@leadping/service-kit/failpoint';
import { startRelay } from '@leadping/service-kit/messaging/relay';
import { actorTokens } from '@leadping/service-kit/http/actor-token';
import { promptCheck } from '@leadping/service-kit/process/health-check';
import { isDatabaseUp, openDatabase } from '@leadping/service-kit/data/database';
import {
  closeApp,
  openProcess,
  type ProcessContext,
  type Service,
} from '@leadping/service-kit/process/process';
import { findCustomerSession, findSession } from '@leadping/contracts/identity/requests';
import { customerCookieName, sessionCookieName } from '@leadping/service-kit/http/session-cookie';
import { registerApiDocs } from './api-docs/routes.ts';
import { openAssets } from './assets/asset-cache.ts';
import { registerAssets } from './assets/asset-routes.ts';
import { registerBuyForm } from './buy-form/routes.ts';
import { openStore } from '@leadping/service-kit/storage/open-store';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import type { GatewayConfig } from './config.ts';
import { openKnownBrowsers } from './guards/known-browsers.ts';
import { openFairShare } from './guards/fair-share.ts';
import { openOverload } from './guards/overload.ts';
import { indexRateLimits } from './guards/rate-limit.ts';
import { openSessions } from './guards/sessions.ts';
import { registerPages } from './pages/page-routes.ts';
import { openPageReplies } from './pages/page-replies.ts';
import { registerSiteMap } from './pages/site-map.ts';
import { openUpstreams } from './proxy/upstreams.ts';
import { openReleases } from './releases/open-releases.ts';
import type { Registry } from './releases/registry.ts';
import { releaseTokens } from './releases/release-tokens.ts';
import { openPreviews } from './previews/previews.ts';
import { registerPreviews } from './previews/preview-routes.ts';
import { registerReleaseRoutes } from './releases/routes.ts';
import type { HealthPace } from './releases/watch-health.ts';
import { releaseSigner } from './releases/signature.ts';
import { stripInternalHeaders } from './routing/guard.ts';
import { drain } from './http/drain.ts';
import { replyToParseError, replyToUnservedRequests } from './http/connection-errors.ts';
import { databaseClock } from './http/database-clock.ts';
import { hostsOf } from './http/hosts.ts';
import { pageTokens } from './http/page-token.ts';
import { endWaitingReplies } from './http/pipelined.ts';
import { decodableUrl, originForm, registerPathRules } from './http/request-paths.ts';
import { traceRequests } from './http/trace-requests.ts';
import { measureGateway } from './measure-gateway.ts';
import { ownRoutes } from './routing/own-routes.ts';
import { registerProxied } from './routing/proxied-routes.ts';
import { registerFallbackRoutes } from './routing/fallback-routes.ts';
import { ROUTES } from '@leadping/contracts/routes';
import { analyticsModel, type DailyCount } from './telemetry/analytics.model.ts';
import { registerTelemetry } from './telemetry/routes.ts';
import { openTally } from './counting/tally.ts';
import { registerViolations, type CountedViolation } from './violations/routes.ts';
import { violationModel } from './violations/violation.model.ts';

const SETTLE_AUDIT_MS = 60_000;

const MEASURE_MS = 5000;
const MAKE_READY_MS = 1000;
const ADJUST_CLOCK_MS = 60_000;
/** A connection's `readyState`. */
const CONNECTED = 1;

/**
 * Builds the gateway without listening. It serves pages without any service, NATS or the database.
 * @param pace of the health checks of releases, so that tests can run faster than production
 */
// oxlint-disable-next-line max-lines-per-function -- a list of all parts and what each is given, read from top to bottom
export async function buildGateway(config: GatewayConfig, pace?: HealthPace): Promise<Service> {
  const isProduction = config.NODE_ENV === 'production';
  const common = await openProcess('gateway', config);
  const { log, metrics, bus, record } = common;
  const { database, close: closeDatabase } = openDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DATABASE_PREFIX}gateway`,
    log,
    timeoutMs: 2000,
  });
  const clock = databaseClock(database);
  const tokens = actorTokens(config.ACTOR_SIGNING_KEYS, 'gateway', clock);
  common.every('adjust the clock', ADJUST_CLOCK_MS, async () => {
    if (database.readyState === CONNECTED) await clock.adjust();
  });
  const relay = startRelay({ database, bus, log, metrics, failpoint: buildFailpoint(config.FAILPOINT) });
  const audit = auditTrail(database, 'gateway', relay.flush, log);
  common.every('settle lost audit entries', SETTLE_AUDIT_MS, audit.settleLost);
  const hosts = hostsOf(config.PUBLIC_URL);
  const sessions = openSessions({
    bus,
    cookieName: sessionCookieName(config.NODE_ENV),
    find: findSession,
    sign: tokens.sign,
  });
  const customers = openSessions({
    bus,
    cookieName: customerCookieName(config.NODE_ENV),
    find: findCustomerSession,
    sign: tokens.signCustomer,
  });
  const upstreams = openUpstreams(config, log);
  const store = openStore(config, { bucket: config.S3_BUCKET, folder: config.ASSETS_FOLDER });
  const analytics = analyticsModel(database);
  const counts = openTally<Omit<DailyCount, '_id' | 'count' | 'values'>>(analytics.collection, log);
  const violations = violationModel(database);
  const violationCounts = openTally<CountedViolation>(violations.collection, log);
  const released = await openReleases({ config, database, store, bus, log, metrics, record, pace });
  const { registry, health, evidence, networks, releases, history, rollbackSwitch } = released;
  const issuedPages = pageTokens(config.PAGE_TOKEN_SECRET);
  const closing = new AbortController();
  const whenConnected = async () => {
    await clock.adjust();
    await indexRateLimits(database);
    await analytics.createIndexes();
    await violations.createIndexes();
    await audit.createIndexes();
    await released.start(closing.signal);
  };
  let madeReady = Promise.resolve();
  const logUnready = onceAMinute((err: unknown) =>
    log.error({ err }, 'the registry could not be made ready, retrying'),
  );
  const makeReady = () => {
    madeReady = madeReady.then(whenConnected).catch((err: unknown) => {
      if (closing.signal.aborted) return;
      logUnready(err);
      // A busy database does not report a second connect, but a database that returns does.
      setTimeout(() => database.readyState === CONNECTED && makeReady(), MAKE_READY_MS).unref();
    });
  };
  database.on('connected', makeReady);
  const app = buildGatewayApp(common, database, registry);
  const overload = await openOverload(app, upstreams.activeCalls, config.MAX_ACTIVE_CALLS);
  const browsers = openKnownBrowsers(bus, config.NODE_ENV);
  const pageReplies = openPageReplies({ upstreams, hosts });
  const guards = {
    database,
    hosts,
    isTenant: pageReplies.isTenant,
    sessions,
    customers,
    browsers,
    overload,
    fairShare: openFairShare(),
  };
  const { PAYMENT_PAGE_ORIGINS: paymentOrigins } = config;
  registerBuyForm(app, { ...guards, upstreams, paymentOrigins, isProduction });
  for (const contract of ROUTES) {
    if (contract.service !== 'gateway')
      registerProxied(app, contract, { ...guards, upstreams, isProduction });
  }
  const publishers = releaseTokens(config.RELEASE_TOKENS);
  const route = ownRoutes(app, { ...guards, tokens, publishers, audit, isProduction });
  registerReleaseRoutes(route, { registry, history, store, health, publishers, rollbackSwitch });
  const previews = openPreviews({ store, signer: releaseSigner(config.RELEASE_SIGNING_SEED) });
  registerPreviews(app, route, {
    previews,
    registry,
    store,
    publishers,
    sessions,
    audit,
    record,
    publicUrl: hosts.publicUrl,
    isProduction,
  });
  registerTelemetry(route, { registry, health, evidence, pages: issuedPages, counts, record });
  registerViolations(route, {
    registry,
    hosts,
    pages: issuedPages,
    violations,
    counts: violationCounts,
  });
  registerApiDocs(app, ROUTES, config.PUBLIC_URL);
  registerFallbackRoutes(app, ROUTES);

  const assets = openAssets({ store, registry, log });
  registerAssets(app, { assets, isProduction });
  registerSiteMap(app, { registry, hosts, assets });
  registerPages(app, {
    registry,
    assets,
    health,
    networks,
    pages: issuedPages,
    hosts,
    previews,
    sessions,
    findReplies: pageReplies.find,
    paymentOrigins,
    sendsEarlyHints: config.EARLY_HINTS,
    isProduction,
  });
  await app.ready();

  const measure = measureGateway({ metrics: common.metrics, upstreams, releases });
  common.every('measure what operators watch', MEASURE_MS, measure);
  common.startJobs();
  return common.finish(app, {
    stopTakingWork: [() => closing.abort(), closeApp(app), () => madeReady, upstreams.close],
    finishWork: [released.close, counts.close, violationCounts.close, relay.close],
    closeConnections: [closeDatabase],
  });
}

/** Builds the app with its options, before any route. */
function buildGatewayApp(
  { config, bus, isOpen, tracing, buildApp }: ProcessContext<GatewayConfig>,
  database: Connection,
  registry: Registry,
): FastifyInstance {
  const isDatabaseReplying = promptCheck(() => isDatabaseUp(database));
  const isNatsReplying = promptCheck(bus.ping);
  const app = buildApp({
    isPublic: true,
    // Metrics are never on the public port.
    metricsAddress: { host: config.HOST, port: config.METRICS_PORT },
    trustProxy: config.TRUST_PROXY ?? false,
    server: {
      rewriteUrl: ({ url = '/' }) => decodableUrl(originForm(url)),
      clientErrorHandler: replyToParseError,
      // Otherwise Node would reject a request without a host in its own format.
      http: { requireHostHeader: false },
    },
    beforeTooLarge: (request) => drain(request.raw),
    // Pages and files need neither database nor NATS. Without them the gateway is degraded, but stays ready for
    // traffic.
    readiness: async () => {
      const [databaseUp, natsUp] = await Promise.all([isDatabaseReplying(), isNatsReplying()]);
      const open = isOpen();
      const pages = registry.current().revision > 0;
      return { ready: open && pages, checks: { open, pages, database: databaseUp, nats: natsUp } };
    },
  });
  replyToUnservedRequests(app.server);
  endWaitingReplies(app.server);
  registerPathRules(app);
  traceRequests(app, tracing);
  app.addHook('onRequest', (request, reply, done) => {
    stripInternalHeaders(request);
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  return app;
}
