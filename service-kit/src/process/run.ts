import { ConfigError, parseConfig, type BaseConfig } from './config.ts';
import type { z } from 'zod';
import type { Service } from './process.ts';

/**
 * Runs a service as a process: reads the environment, listens, closes on SIGTERM and SIGINT. The only reader of
 * `process.env`. A fault in the environment ends the process with a list and exit code 78 (EX_CONFIG).
 */
export async function runService<S extends z.ZodType<BaseConfig>>(
  schema: S,
  build: (config: z.output<S>) => Promise<Service>,
): Promise<void> {
  const service = await build(readConfig(schema));
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    service.close().then(
      () => process.exit(0),
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

function readConfig<S extends z.ZodType<BaseConfig>>(schema: S): z.output<S> {
  try {
    return parseConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}
