import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type LogFn = FastifyBaseLogger[Level];

/**
 * The logger of one request. It is made when it first has something to say: most requests say nothing, and making a
 * logger redacts what is bound to it, which costs more than the rest of a small request.
 */
export function requestLog(log: FastifyBaseLogger, bindings: Record<string, unknown>): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const own = () => (made ??= log.child(bindings));
  const at = (level: Level): LogFn => ((...told: Parameters<LogFn>) => own()[level](...told)) as LogFn;
  return {
    level: log.level,
    silent: log.silent,
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    child: (more, options) => own().child(more, options),
  } as FastifyBaseLogger;
}
