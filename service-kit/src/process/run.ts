import type { ServiceName } from '@leadping/contracts/services';
import cluster from 'node:cluster';
import type { z } from 'zod';
import { buildOperatorsApp } from '../http/app.ts';
import { buildLog } from '../telemetry/log.ts';
import { metricsOfWorkers } from '../telemetry/metrics.ts';
import { ConfigError, parseConfig, type BaseConfig } from './config.ts';
import type { Service } from './process.ts';
import { reportAlive, startWorkers } from './workers.ts';

/**
 * Runs a service as a process: reads the environment, listens, closes on SIGTERM and SIGINT. A fault in the environment
 * ends the process with a list and exit code 78 (EX_CONFIG).
 */
export async function runService<S extends z.ZodType<BaseConfig>>(
  schema: S,
  build: (config: z.output<S>) => Promise<Service>,
): Promise<void> {
  await serve(await build(readConfig(schema)));
}

/** As `runService`, as `WORKERS` processes on one port where that is more than one. */
export async function runWorkers<S extends z.ZodType<BaseConfig & { WORKERS: number }>>(
  name: ServiceName,
  schema: S,
  build: (config: z.output<S>) => Promise<Service>,
): Promise<void> {
  const config = readConfig(schema);
  if (config.WORKERS === 1) return serve(await build(config));
  if (cluster.isPrimary) return supervise(name, config);
  reportAlive();
  // The primary serves the figures of all.
  return serve(await build({ ...config, METRICS_PORT: undefined }));
}

async function serve(service: Service): Promise<void> {
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    service.close().then(
      () => process.exit(),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  const address = await service.listen();
  service.app.log.info({ address }, 'listening');
}

async function supervise(name: ServiceName, config: BaseConfig & { WORKERS: number }): Promise<void> {
  const { HOST: host, METRICS_PORT: port, WORKERS: count } = config;
  const workers = startWorkers(count, buildLog({ service: name, level: config.LOG_LEVEL }));
  process.on('SIGTERM', workers.close);
  process.on('SIGINT', workers.close);
  if (port !== undefined) {
    const readiness = () => Promise.resolve({ ready: workers.listening() > 0, checks: {} });
    await buildOperatorsApp(readiness, metricsOfWorkers()).listen({ host, port });
  }
  process.exit(await workers.ended);
}

/** The process's environment; a fault in it ends the process with a list and exit code 78 (EX_CONFIG). */
export function readConfig<S extends z.ZodType<BaseConfig>>(schema: S): z.output<S> {
  try {
    return parseConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}
