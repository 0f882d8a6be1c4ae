import type { FastifyBaseLogger } from 'fastify';
import { parseTraceparent, traceIdOf, TRACE_HEADER, type LogFields } from '../telemetry/trace-context.ts';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type LogFn = FastifyBaseLogger[Level];

const fieldsOfRequest = new WeakMap<object, LogFields>();

/** What fails is logged outside its handler: there the request's lines carry what the handler had bound. */
export function bindRequestFields(request: object, fields: LogFields): void {
  fieldsOfRequest.set(request, fields);
}

/**
 * The logger of one request. It is made at its first line: most requests log nothing, and making a logger redacts what
 * is bound to it, which costs more than the rest of a small request.
 */
export function requestLog(
  log: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  request: { headers: Record<string, unknown> },
): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const own = () =>
    (made ??= log.child({ ...bindings, ...traceOf(request), ...fieldsOfRequest.get(request) }));
  const at = (level: Level): LogFn => ((...line: Parameters<LogFn>) => own()[level](...line)) as LogFn;
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

/** Bound, because what fails is logged outside the handler, where nothing mixes it in. */
function traceOf({ headers }: { headers: Record<string, unknown> }): { traceId?: string } {
  const traceId = traceIdOf(parseTraceparent(headers[TRACE_HEADER]));
  return traceId === undefined ? {} : { traceId };
}
