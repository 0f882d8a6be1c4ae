import type { ServiceName } from '@leadping/contracts/services';
import type { FastifyInstance } from 'fastify';
import { setImmediate as afterReads, setTimeout as pause } from 'node:timers/promises';
import { buildApp, type AppOptions, type Readiness } from '../http/app.ts';
import { openBus, type Bus } from '../messaging/bus.ts';
import { natsAddress } from '../messaging/nats-connection.ts';
import { systemLog, type RecordLog } from '../messaging/system-log.ts';
import { buildLog, type Log } from '../telemetry/log.ts';
import { buildMetrics, type Metrics } from '../telemetry/metrics.ts';
import { openTracing, type Tracing } from '../telemetry/tracing.ts';
import { closeInPhases, type Closer, type Closers } from './closers.ts';
import type { BaseConfig } from './config.ts';
import { buildJobs, type Jobs } from './jobs.ts';

/** A runnable process: the gateway or a service. */
export interface Service {
  app: FastifyInstance;
  /** Listens and returns the address, as in `http://127.0.0.1:4001`. */
  listen: () => Promise<string>;
  readiness: Readiness;
  /** Runs a job by its name now, so that tests do not wait for its schedule. */
  runJob: Jobs['runNow'];
  /**
   * Reports not ready and serves for `DRAIN_SECONDS` and while calls still arrive. Then stops pulling, finishes within
   * 20 s, and closes.
   */
  close: () => Promise<void>;
}

/** The dependencies that the gateway and the services have in common. */
export interface ProcessContext<C extends BaseConfig> {
  config: C;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  bus: Bus;
  /** Records a line for the admin's system logs. */
  record: RecordLog;
  every: Jobs['every'];
  queue: Jobs['queue'];
  /** False once the process is closing. */
  isOpen: () => boolean;
  buildApp: (options: Omit<AppOptions, 'log' | 'metrics' | 'isOpen'>) => FastifyInstance;
  /** Starts the jobs. */
  startJobs: () => void;
  /** Builds the finished process. The jobs end before `closers` stop taking work. The bus closes after all of them. */
  finish: (app: FastifyInstance, closers: Closers) => Service;
}

/**
 * Idle connections are closed after this time without a call, in ms, because a call may be on its way on one of them.
 */
const QUIET_MS = 500;
/** Maximum time to wait for callers to notice that this process is closing, in ms. */
const MAX_QUIET_WAIT_MS = 3000;

/** Maximum duration of the shutdown, in ms. Work that is cut off then is repeated by another process. */
const SHUTDOWN_MS = 20_000;
/**
 * Maximum connections in the accept queue; the kernel may allow fewer. Above it the kernel drops connections silently,
 * and a client retries after 1, 3, 7 and 15 seconds. Refusing the request would be faster.
 */
const BACKLOG = 4096;

export async function openProcess<C extends BaseConfig>(
  name: ServiceName,
  config: C,
): Promise<ProcessContext<C>> {
  const log = buildLog({ service: name, level: config.LOG_LEVEL });
  const metrics = buildMetrics(name);
  const tracing = await openTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const bus = openBus({
    service: name,
    address: natsAddress(config),
    prefix: config.NATS_PREFIX,
    log,
    metrics,
    tracing,
    onLost: endProcess,
  });
  const jobs = buildJobs(log);
  let isOpen = true;
  let lateRequestAt = -Infinity;
  let readiness: Readiness = async () => ({ ready: false, checks: {} });
  return {
    config,
    log,
    metrics,
    tracing,
    bus,
    record: systemLog(bus, log),
    every: jobs.every,
    queue: jobs.queue,
    isOpen: () => isOpen,
    buildApp: (options) => {
      readiness = options.readiness;
      return buildApp({
        log,
        metrics,
        isOpen: () => isOpen,
        onLateRequest: () => (lateRequestAt = performance.now()),
        ...options,
      });
    },
    startJobs: jobs.start,
    finish: (app, closers) => ({
      app,
      readiness,
      runJob: jobs.runNow,
      listen: () => app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG }),
      close: async () => {
        isOpen = false;
        await pause(config.DRAIN_SECONDS * 1000);
        if (config.DRAIN_SECONDS > 0) await quiet(() => lateRequestAt);
        const deadline = performance.now() + SHUTDOWN_MS;
        await closeInPhases(addCommonParts(closers, { jobs, bus, tracing }), deadline, log);
      },
    }),
  };
}

/**
 * Shuts down in order, as after a supervisor's signal, but with an exit code for failure, so that the supervisor
 * restarts the process.
 */
function endProcess(): void {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

/** Resolves once no calls arrive any more. */
async function quiet(lateRequestAt: () => number): Promise<void> {
  const latest = performance.now() + MAX_QUIET_WAIT_MS;
  for (;;) {
    const waitMs = lateRequestAt() + QUIET_MS - performance.now();
    if (waitMs <= 0 || performance.now() > latest) return;
    await pause(waitMs);
  }
}

function addCommonParts(
  { stopTakingWork, finishWork, closeConnections }: Closers,
  { jobs, bus, tracing }: { jobs: Jobs; bus: Bus; tracing: Tracing },
): Closers {
  return {
    stopTakingWork: [jobs.close, ...stopTakingWork],
    finishWork,
    closeConnections: [...closeConnections, bus.close, tracing.close],
  };
}

/** Stops taking requests and lets current ones finish. Idle connections end at once. */
export function closeApp(app: FastifyInstance): Closer {
  return async () => {
    // After a freeze, a process gets here before it has read the requests that arrived meanwhile, so their connections
    // look idle.
    await afterReads();
    const cut = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_MS);
    await app.close().finally(() => clearTimeout(cut));
  };
}
