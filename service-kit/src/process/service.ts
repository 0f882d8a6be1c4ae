import type { ServiceName } from '@leadping/contracts/services';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { actorTokens, type ActorTokens } from '../http/actor-token.ts';
import { buildApp } from '../http/app.ts';
import { openBus, type Bus } from '../messaging/bus.ts';
import type { BaseConfig } from './config.ts';
import { startConsumers, type Consumers } from '../messaging/consumers.ts';
import { connectDatabase } from '../data/database.ts';
import { registerDeadLetterRoutes } from '../messaging/dead-letter-routes.ts';
import { deadLetterModel } from '../messaging/dead-letters.ts';
import { buildFailpoint, type Failpoint } from '../failpoint.ts';
import { buildLog, type Log } from '../telemetry/log.ts';
import { buildMetrics, type Metrics } from '../telemetry/metrics.ts';
import { startRelay, type Relay } from '../messaging/outbox.ts';
import { routeRegistrar, type RegisterRoute } from '../http/routes.ts';
import { buildSealer, type Sealer } from '../data/sealed-text.ts';
import { openSharedClock, type SharedClock } from '../data/shared-clock.ts';
import { systemLog, type RecordLog } from '../messaging/system-log.ts';
import { publishedEventModel } from '../messaging/published-events.ts';
import { withTimeout } from '../with-timeout.ts';

/** What a service's own code is given. */
export interface ServiceContext<C extends BaseConfig> {
  config: C;
  log: Log;
  metrics: Metrics;
  app: FastifyInstance;
  database: Connection;
  bus: Bus;
  relay: Relay;
  consume: Consumers['consume'];
  route: RegisterRoute;
  tokens: ActorTokens;
  sealer: Sealer;
  failpoint: Failpoint;
  clock: SharedClock;
  /** A line for the admin's system logs. */
  record: RecordLog;
  /** Runs `job` every so often, never twice at once, until the service closes; a failure is logged and tried again. */
  every: (name: string, intervalMs: number, job: () => Promise<void>) => void;
}

export interface Service {
  app: FastifyInstance;
  /** Listens and returns the address, as in `http://127.0.0.1:4001`. */
  listen: () => Promise<string>;
  /** Not ready, stop pulling, finish within 20 s, close. */
  close: () => Promise<void>;
}

/** Builds a service without listening. `setUp` declares models, routes and consumers; models are indexed before it is ready. */
export async function buildService<C extends BaseConfig>(options: {
  name: ServiceName;
  config: C;
  trustProxy?: boolean | string;
  setUp: (kit: ServiceContext<C>) => Promise<void> | void;
}): Promise<Service> {
  const { name, config } = options;
  const log = buildLog({ service: name, level: config.LOG_LEVEL });
  const metrics = buildMetrics(name);
  const failpoint = buildFailpoint(config.FAILPOINT);
  const database = await connectDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DATABASE_PREFIX}${name.replace('svc-', '')}`,
    log,
  });
  const bus = openBus({ service: name, url: config.NATS_URL, prefix: config.NATS_PREFIX, log, metrics });
  const relay = startRelay({ bus, log, metrics, failpoint, told: publishedEventModel(database) });
  const deadLetters = deadLetterModel(database);
  const consumers = startConsumers({ bus, log, metrics, deadLetters, failpoint });
  let open = true;

  const app = buildApp({
    log,
    metrics,
    ...(config.METRICS_PORT === undefined
      ? {}
      : { metricsAddress: { host: config.HOST, port: config.METRICS_PORT } }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    readiness: async () => {
      const [isDatabaseUp, isNatsUp] = await Promise.all([pings(database), bus.ping()]);
      return {
        ready: open && isDatabaseUp,
        checks: { open, database: isDatabaseUp, nats: isNatsUp },
      };
    },
  });
  const tokens = actorTokens(config.INTERNAL_TOKEN_SECRET);
  const route = routeRegistrar(app, tokens);
  const jobs = buildJobs(log);
  const clock = await openSharedClock(database);
  jobs.every('adjust the clock', ADJUST_CLOCK_MS, clock.adjust);

  await options.setUp({
    config,
    log,
    metrics,
    app,
    database,
    bus,
    relay,
    consume: consumers.consume,
    route,
    tokens,
    sealer: buildSealer(config.SEAL_KEYS),
    failpoint,
    clock,
    record: systemLog(bus, log),
    every: jobs.every,
  });
  registerDeadLetterRoutes({ service: name, route, deadLetters, replay: consumers.replay });
  await Promise.all(Object.values(database.models).map((model) => model.init()));
  await app.ready();

  return {
    app,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    close: async () => {
      open = false;
      await jobs.close();
      await consumers.close();
      await app.close();
      await relay.close();
      await bus.close();
      await database.close();
    },
  };
}

const PING_TIMEOUT_MS = 2000;
const ADJUST_CLOCK_MS = 60_000;

async function pings(database: Connection): Promise<boolean> {
  const answer = await withTimeout(PING_TIMEOUT_MS, database.db?.command({ ping: 1 }));
  return answer !== undefined && database.readyState === 1;
}

function buildJobs(log: Log): { every: ServiceContext<BaseConfig>['every']; close: () => Promise<void> } {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  return {
    every: (name, intervalMs, job) => {
      const run = () => {
        if (running.has(name)) return;
        const work = job()
          .catch((err: unknown) => log.error({ err, job: name }, 'job failed, it will run again'))
          .finally(() => running.delete(name));
        running.set(name, work);
      };
      timers.push(setInterval(run, intervalMs));
    },
    close: async () => {
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
}
