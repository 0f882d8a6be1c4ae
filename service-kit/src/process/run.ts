import type { ServiceName } from '@leadping/contracts/services';
import cluster from 'node:cluster';
import type { z } from 'zod';
import { buildOperatorsApp } from '../http/app.ts';
import type { Log } from '../telemetry/log.ts';
import { metricsOfWorkers } from '../telemetry/metrics.ts';
import { readConfig, type BaseConfig } from './config.ts';
import { logLastWords } from './last-words.ts';
import type { Service } from './process.ts';
import { reportAlive, startWorkers } from './workers.ts';

/**
 * Runs a service as a process: reads the environment, listens, and closes on SIGTERM and SIGINT. A fault in the
 * environment ends the process with a list and exit code 78 (EX_CONFIG). An uncaught error ends it with a log line and
 * exit code 1.
 */
export async function runService<S extends z.ZodType<BaseConfig>>(
  name: ServiceName,
  schema: S,
  build: (config: z.output<S>) => Promise<Service>,
): Promise<void> {
  const config = readConfig(schema);
  const log = logLastWords(name, config);
  await serve(() => build(config), log);
}

/** Like `runService`, but with `WORKERS` processes on one port if that is more than one. */
export async function runWorkers<S extends z.ZodType<BaseConfig & { WORKERS: number }>>(
  name: ServiceName,
  schema: S,
  build: (config: z.output<S>) => Promise<Service>,
): Promise<void> {
  const config = readConfig(schema);
  const log = logLastWords(name, config);
  if (config.WORKERS === 1) return serve(() => build(config), log);
  if (cluster.isPrimary) return supervise(config, log);
  reportAlive();
  // The primary serves the figures of all.
  return serve(() => build({ ...config, METRICS_PORT: undefined }), log);
}

async function serve(build: () => Promise<Service>, log: Log): Promise<void> {
  const service = await build().catch((err: unknown) => {
    log.fatal({ err, nextStep: 'See that the process reaches its database and NATS.' }, 'could not start');
    process.exit(1);
  });
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    service.close().then(
      () => process.exit(),
      (err: unknown) => {
        log.error({ err }, 'could not close');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  const address = await service.listen();
  service.app.log.info({ address }, 'listening');
}

async function supervise(config: BaseConfig & { WORKERS: number }, log: Log): Promise<void> {
  const { HOST: host, METRICS_PORT: port, WORKERS: count } = config;
  const workers = startWorkers(count, log);
  process.on('SIGTERM', workers.close);
  process.on('SIGINT', workers.close);
  if (port !== undefined) {
    const readiness = () => Promise.resolve({ ready: workers.listening() > 0, checks: {} });
    await buildOperatorsApp(readiness, metricsOfWorkers()).listen({ host, port });
  }
  process.exit(await workers.ended);
}
