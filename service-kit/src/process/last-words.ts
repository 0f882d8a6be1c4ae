import { buildLog, type Log } from '../telemetry/log.ts';
import type { BaseConfig } from './config.ts';

/**
 * Logs an uncaught error in one line, then ends the process. Node.js itself would print the whole error, which may contain the
 * values of a refused document. Our logs leave those out.
 */
export function logLastWords(service: string, { LOG_LEVEL: level }: Pick<BaseConfig, 'LOG_LEVEL'>): Log {
  const log = buildLog({ service, level });
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'process ends: nobody caught this error');
    process.exit(1);
  });
  return log;
}
