import { shortNameOf, type ServiceName } from '@leadping/contracts/services';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { auditTrail, type AuditTrail } from '../audit/audit-trail.ts';
import { buildIndexes, connectDatabase, isDatabaseUp } from '../data/database.ts';
import { buildSealer, type Sealer } from '../data/sealed-text.ts';
import { openSharedClock, type SharedClock } from '../data/shared-clock.ts';
import { buildFailpoint, type Failpoint } from '../failpoint.ts';
import { actorVerifier } from '../http/actor-token.ts';
import { routeRegistrar, type RegisterRoute } from '../http/routes.ts';
import type { Bus } from '../messaging/bus.ts';
import { buildConsumers, type Consumers } from '../messaging/consumers.ts';
import { registerDeadLetterRoutes } from './dead-letter-routes.ts';
import { deadLetterModel } from '../messaging/dead-letters.ts';
import { startRelay, type Relay } from '../messaging/relay.ts';
import type { RecordLog } from '../messaging/system-log.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { ServiceConfig } from './config.ts';
import type { Jobs } from './jobs.ts';
import { promptCheck } from './health-check.ts';
import { closeApp, openProcess, type ProcessContext, type Service } from './process.ts';

export type { Service };

/** The dependencies of a service's own code. */
export interface ServiceContext<C extends ServiceConfig> {
  config: C;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  app: FastifyInstance;
  database: Connection;
  bus: Bus;
  relay: Relay;
  consume: Consumers['consume'];
  route: RegisterRoute;
  sealer: Sealer;
  failpoint: Failpoint;
  clock: SharedClock;
  /** Records a line for the admin's system logs. */
  record: RecordLog;
  /** Records changes by staff and resellers. Routes use it automatically. */
  audit: AuditTrail;
  every: Jobs['every'];
  queue: Jobs['queue'];
}

interface ServiceOptions<C extends ServiceConfig> {
  name: ServiceName;
  config: C;
  setUp: (context: ServiceContext<C>) => Promise<void> | void;
}

const ADJUST_CLOCK_MS = 60_000;
const COUNT_MS = 5000;
const SETTLE_AUDIT_MS = 60_000;
/** Twice the gateway's limit, because the gateway adds the actor and the address of a call. */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Builds a service without listening. `setUp` declares models, routes, consumers and jobs. Consumers and jobs start
 * once all models are indexed, because both rely on unique indexes.
 */
export async function buildService<C extends ServiceConfig>(options: ServiceOptions<C>): Promise<Service> {
  const { name, config } = options;
  const common = await openProcess(name, config);
  const { log, metrics, tracing, bus, record, every } = common;
  const failpoint = buildFailpoint(config.FAILPOINT);
  const database = await connectDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DATABASE_PREFIX}${shortNameOf(name)}`,
    log,
  });
  const relay = startRelay({ database, bus, log, metrics, failpoint });
  const deadLetters = deadLetterModel(database);
  const consumers = buildConsumers({ bus, log, metrics, deadLetters, failpoint, tracing });
  const app = buildServiceApp(common, database);
  const audit = auditTrail(database, name, relay.flush, log);
  const clock = await openSharedClock(database);
  const route = routeRegistrar(app, actorVerifier(config.ACTOR_VERIFY_KEYS, name, clock), tracing, audit);
  every('adjust the clock', ADJUST_CLOCK_MS, clock.adjust);
  every('count dead letters', COUNT_MS, async () => {
    metrics.deadLettersWaiting.set(await deadLetters.countDocuments({ replayedAt: null }));
  });
  every('settle lost audit entries', SETTLE_AUDIT_MS, audit.settleLost);

  await options.setUp({
    config,
    log,
    metrics,
    tracing,
    app,
    database,
    bus,
    relay,
    consume: consumers.consume,
    route,
    sealer: buildSealer(config.SEAL_KEYS),
    failpoint,
    clock,
    record,
    audit,
    every,
    queue: common.queue,
  });
  registerDeadLetterRoutes({ service: name, route, deadLetters, replay: consumers.replay });
  await buildIndexes(database, log);
  await app.ready();
  consumers.start();
  common.startJobs();

  return common.finish(app, {
    stopTakingWork: [consumers.close, closeApp(app), bus.stopResponding],
    finishWork: [relay.close],
    closeConnections: [() => database.close()],
  });
}

function buildServiceApp<C extends ServiceConfig>(
  { config, bus, isOpen, buildApp }: ProcessContext<C>,
  database: Connection,
): FastifyInstance {
  const isDatabaseReplying = promptCheck(() => isDatabaseUp(database));
  const isNatsReplying = promptCheck(bus.ping);
  return buildApp({
    ...(config.METRICS_PORT === undefined
      ? {}
      : { metricsAddress: { host: config.HOST, port: config.METRICS_PORT } }),
    // The gateway, on a private address, forwards the address of the caller.
    trustProxy: ['loopback', 'uniquelocal'],
    server: { http: { maxHeaderSize: MAX_HEADER_BYTES } },
    readiness: async () => {
      const [databaseUp, natsUp] = await Promise.all([isDatabaseReplying(), isNatsReplying()]);
      const open = isOpen();
      return { ready: open && databaseUp, checks: { open, database: databaseUp, nats: natsUp } };
    },
  });
}
