import { buildLog, type Log } from '../telemetry/log.ts';
import type { BaseConfig } from './config.ts';

/**
 * What nobody caught ends the process, as it would by itself, but as one line without what logs leave out: Node.js prints all of
 * an error, a database's view of its servers and the values of a refused document among it.
 */
export function logLastWords(service: string, { LOG_LEVEL: level }: Pick<BaseConfig, 'LOG_LEVEL'>): Log {
  const log = buildLog({ service, level });
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'process ends: nobody caught this error');
    process.exit(1);
  });
  return log;
}
